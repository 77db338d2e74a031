#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records a few training steps of a PyTorch program for Stepscope: the profiler's trace, and with a GPU the memory
snapshot of the same steps on the same clock. One file without dependencies but PyTorch (2.0 or later; CPU, CUDA, ROCm).

A script as it is (a step ends where its first optimizer has stepped):

    python stepscope_record.py train.py --epochs 1
    torchrun --nproc-per-node 8 stepscope_record.py train.py --epochs 1

A loop of your own:

    from stepscope_record import Recorder

    with Recorder("baseline") as recorder:
        for batch in recorder.steps(loader):
            with recorder.phase("forward"):
                loss = model(batch)
            ...

or call recorder.step() at the end of each iteration. Either way it waits, lets the profiler warm up, records `active`
steps, writes recordings/baseline.pt.trace.json.gz and baseline.mem.pickle.gz, and prints how to open them. When the
program ends early, fails or runs out of memory in a recorded step, it writes what there is. When the recorder itself
fails it says so and training goes on.

With several ranks each writes files of its own (baseline.rank3.pt.trace.json.gz). A name that is taken gets a number.

Cost. Before and after the window a step costs one comparison: nothing is hooked, no profiler exists. Inside (measured
with PyTorch 2.14 on a CPU, on a model of nothing but tiny operators, whose steps took twice as long):

    trace           about half a microsecond for each operator; always on
    shapes          a third of a microsecond more; on. Needed for FLOPs and for shapes that suit the hardware
    stacks          a tenth of a microsecond for each Python call, and a file several times as large; off. A program that
                    waits for its CPU looks worse than it is. Gives lines, nn.Module and Python flame graphs
    memory          a Python stack for each GPU allocation, a few microseconds; on where there is a GPU
    memory_events   a mark in the trace for each allocation, also on a CPU; off. Costs as much as shapes
    oom             the GPU's allocation history from the start to the end of the program (the last 100 000 entries),
                    written the moment memory runs out, in whichever step; off
"""
import argparse
import contextlib
import functools
import glob
import gzip
import inspect
import os
import pickle
import runpy
import sys
import warnings
import weakref

__all__ = ["Recorder"]

WINDOW_ENTRIES = 1_000_000  # of the allocation history
OOM_ENTRIES = 100_000


def say(text):
    print(f"stepscope_record: {text}", file=sys.stderr, flush=True)


def import_torch():
    try:
        import torch
        import torch.profiler
    except ImportError as error:
        raise RuntimeError(f"PyTorch cannot be imported by {sys.executable}: {error}") from error
    if int(torch.__version__.split(".")[0]) < 2:
        raise RuntimeError(f"PyTorch {torch.__version__} is too old; 2.0 or later is needed")
    return torch


def rank_and_world(torch):
    """This process's rank and how many there are; (None, 1) when it is alone."""
    if torch.distributed.is_available() and torch.distributed.is_initialized():
        return torch.distributed.get_rank(), torch.distributed.get_world_size()
    for rank, world in (("RANK", "WORLD_SIZE"), ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
                        ("PMI_RANK", "PMI_SIZE"), ("SLURM_PROCID", "SLURM_NTASKS")):
        if os.environ.get(rank, "").isdigit() and os.environ.get(world, "").isdigit():
            if int(os.environ[world]) > 1:
                return int(os.environ[rank]), int(os.environ[world])
    return None, 1


def size_text(path):
    size = float(os.path.getsize(path))
    for unit in ("bytes", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GiB"


class Recorder:
    """Records steps wait + warmup … wait + warmup + active - 1 of the loop (the first is step 0).

    name, folder    of the files; the folder is made when it is missing
    wait            steps to let pass: data, caches, compilation and cuDNN's choices settle
    warmup          steps in which the profiler runs but keeps nothing; at least 1
    active          steps to record. 3 to 10 tell enough; files grow with them
    shapes, stacks, memory, memory_events, oom    see above; memory=None is True where there is a GPU
    ranks           only these ranks record, such as {0}; None: all
    stop            end the loop, or the program under the runner, when the files are written
    on_ready        is called with the torch.profiler.profile after the files are written, for its key_averages()
    """

    def __init__(self, name="train", folder="recordings", wait=5, warmup=2, active=5, shapes=True, stacks=False,
                 memory=None, memory_events=False, oom=False, ranks=None, stop=False, on_ready=None):
        if wait < 0 or warmup < 1 or active < 1:
            raise ValueError("wait must be at least 0, warmup and active at least 1")
        self.torch = import_torch()
        self.name, self.folder = name, folder
        self.first, self.active = wait + warmup, active  # the first recorded step
        self.wait, self.end = wait, wait + warmup + active
        self.shapes, self.stacks, self.memory_events = shapes, stacks, memory_events
        gpu = self.torch.cuda.is_available()
        self.memory = gpu if memory is None else memory and gpu
        self.oom = oom and gpu
        if (memory or oom) and not gpu:
            say("no GPU is available here: no memory snapshot. memory_events records the memory of the CPU")
        self.ranks, self.stop, self.on_ready = ranks, stop, on_ready
        self.written = []  # paths
        self.done = False  # nothing will be recorded any more
        self._step = 0
        self._profiler = None
        self._entered = self._recording = self._history = False
        self._stem = None

    # ---- the loop

    def __enter__(self):
        self._entered = True
        rank, _ = rank_and_world(self.torch)
        if self.ranks is not None and (rank or 0) not in self.ranks:
            self.done = True
            return self
        if self.oom:
            self.torch.cuda.init()
            self._try(self._start_history, OOM_ENTRIES)
        self._advance()
        return self

    def __exit__(self, kind, error, trace):
        if self._profiler is not None:
            ending = "the loop ended" if kind in (None, SystemExit) else f"{kind.__name__} ended the loop"
            say(f"{ending} in recorded step {self._step - self.first + 1} of {self.active}" if self._recording
                else f"{ending} while the profiler warmed up: nothing is recorded")
            self._finish()
        elif not self.done and self._step < self.wait:
            say(f"the loop had {self._step} steps, recording begins after {self.first}: nothing is recorded. "
                "Lower wait and warmup")
        if kind is not None and issubclass(kind, self.torch.cuda.OutOfMemoryError) and not self.written:
            say("memory ran out outside the recorded steps; with oom=True (--oom) the history up to there is written")
        if self._history:
            self._try(self._stop_history)
        self.done, self._entered = True, False

    def steps(self, batches):
        """Hands out the batches and marks a step after each. For a progress bar: recorder.steps(tqdm(loader))."""
        if not self._entered:
            raise RuntimeError("use the recorder in a with statement: with Recorder() as recorder: …")
        for batch in batches:
            yield batch
            self.step()
            if self.stop and self.done:
                return

    def step(self):
        """Call it at the end of each iteration, before the next batch is fetched."""
        if not self.done:
            self._step += 1
            self._advance()

    def phase(self, name):
        """A labelled part of the step: with recorder.phase("forward"): …  Free outside the recorded steps."""
        return self.torch.profiler.record_function(name) if self._recording else contextlib.nullcontext()

    # ---- the window

    def _try(self, do, *arguments):
        """Training never fails for its recording."""
        try:
            do(*arguments)
            return True
        except Exception as error:  # pylint: disable=broad-except
            say(f"{type(error).__name__}: {error}; training goes on without this recording")
            return False

    def _advance(self):
        if self._step == self.wait:
            self.done = not self._try(self._start_profiler)
        elif self._profiler is not None:
            if self._step == self.first and self.memory and not self._history:
                self._try(self._start_history, WINDOW_ENTRIES)
            self._recording = self.first <= self._step < self.end
            if not self._try(self._profiler.step) or self._step == self.end:
                self._finish()

    def _start_profiler(self):
        profiler = self.torch.profiler
        if self.torch._C._autograd._profiler_enabled():
            raise RuntimeError("another profiler is at work, and there can be only one")
        activities = set(profiler.supported_activities())
        if not self.torch.cuda.is_available():
            activities.discard(profiler.ProfilerActivity.CUDA)
        elif profiler.ProfilerActivity.CUDA not in activities:
            say("this build of PyTorch cannot record GPU work (no CUPTI or roctracer): the trace has the CPU only")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about cycles, of which there is one
            profile = profiler.profile(
                activities=activities, schedule=lambda _: self._action(), on_trace_ready=self._write,
                record_shapes=self.shapes, profile_memory=self.memory_events, with_stack=self.stacks,
                with_modules=self.stacks)
            profile.step_num = self._step  # ProfilerStep#N counts the steps of the loop
            profile.start()
        self._profiler = profile

    def _action(self):
        action = self.torch.profiler.ProfilerAction
        if self._step < self.first:
            return action.WARMUP
        if self._step < self.end - 1:
            return action.RECORD
        return action.RECORD_AND_SAVE if self._step < self.end else action.NONE

    def _finish(self):
        """Stops the profiler, which writes the files unless it has done so at the end of the last step."""
        profiler, self._profiler = self._profiler, None
        self._try(profiler.stop)
        self._recording, self.done = False, True
        if self._history and not self.oom:
            self._try(self._stop_history)
        if self.on_ready is not None and self.written:
            self.on_ready(profiler)

    # ---- memory

    def _start_history(self, entries):
        record = self.torch.cuda.memory._record_memory_history
        if "trace_alloc_max_entries" in inspect.signature(record).parameters:  # PyTorch 2.0
            record(True, trace_alloc_max_entries=entries, trace_alloc_record_context=True)
        else:
            record(enabled="all", context="alloc", stacks="python", max_entries=entries)
        self._history = True
        attach = getattr(self.torch._C, "_cuda_attach_out_of_memory_observer", None)
        if attach is None:
            say("this PyTorch cannot tell when memory runs out: no snapshot will be written then")
            return
        this = weakref.ref(self)  # an observer stays for the life of the process

        def observer(*_):
            recorder = this()
            if recorder is not None and recorder._history:
                recorder._try(recorder._write_snapshot, ".oom.mem.pickle.gz")
                recorder._try(recorder._stop_history)  # what follows is the program's way of dealing with it

        attach(observer)

    def _stop_history(self):
        self._history = False
        record = self.torch.cuda.memory._record_memory_history
        record(False if "trace_alloc_max_entries" in inspect.signature(record).parameters else None)

    # ---- files

    def _path(self, ending):
        if self._stem is None:
            os.makedirs(self.folder, exist_ok=True)
            rank, _ = rank_and_world(self.torch)
            suffix = "" if rank is None else f".rank{rank}"
            number, name = 1, self.name
            while glob.glob(glob.escape(os.path.join(self.folder, name + suffix)) + ".*.gz"):
                number += 1
                name = f"{self.name}-{number}"
            self._stem = name + suffix
        return os.path.join(self.folder, self._stem + ending)

    def _write_as(self, ending, write):
        """A file appears under its name when it is complete."""
        path = self._path(ending)
        part = os.path.join(self.folder, f".part-{os.getpid()}-{os.path.basename(path)}")
        try:
            write(part)
            os.replace(part, path)
        finally:
            with contextlib.suppress(OSError):
                os.remove(part)
        self.written.append(path)

    def _write_snapshot(self, ending):
        snapshot = self.torch.cuda.memory._snapshot()

        def write(part):
            with gzip.open(part, "wb", compresslevel=4) as file:
                pickle.dump(snapshot, file, protocol=4)

        self._write_as(ending, write)

    def _write(self, profile):
        """The profiler has just stopped. The snapshot is of this moment, so it comes first."""
        if self._history and self.memory:
            self._try(self._write_snapshot, ".mem.pickle.gz")
        self._write_as(".pt.trace.json.gz", profile.export_chrome_trace)
        rank, _ = rank_and_world(self.torch)
        last = max(self.first, min(self._step, self.end) - 1)
        say(f"steps {self.first} to {last}: {', '.join(f'{path} ({size_text(path)})' for path in self.written)}")
        if (rank or 0) == min(self.ranks or {0}):
            names = " ".join(sorted(self.written, reverse=True))
            say(f"see them:     stepscope {names}")
            say(f"or read them: stepscope-cli report {names}")


# ---- python stepscope_record.py [options] train.py …


@contextlib.contextmanager
def steps_of_first_optimizer(recorder):
    """A step ends where the first optimizer that ever steps has stepped. It is hooked until the recording is done."""
    from torch.optim import optimizer as optimizers
    undo = []

    def restore():
        while undo:
            undo.pop()()

    def count():
        recorder.step()
        if recorder.done:
            restore()
            if recorder.stop:
                raise SystemExit(0)

    def adopt(optimizer, _arguments, _named):
        # Not by this hook from now on: it runs inside the profiler's label Optimizer.step.
        restore()
        had_own, step = "step" in vars(optimizer), optimizer.step

        @functools.wraps(step)
        def counted(*arguments, **named):
            result = step(*arguments, **named)
            count()
            return result

        optimizer.step = counted
        undo.append(lambda: setattr(optimizer, "step", step) if had_own else delattr(optimizer, "step"))
        count()

    undo.append(optimizers.register_optimizer_step_post_hook(adopt).remove)
    try:
        yield
    finally:
        restore()


@contextlib.contextmanager
def steps_of_batches(recorder):
    """A step ends where a DataLoader is asked for the next batch: for programs without an optimizer."""
    from torch.utils.data import dataloader
    iterator = dataloader._BaseDataLoaderIter
    original, started = iterator.__next__, False

    def counted(self):
        nonlocal started
        if started:
            recorder.step()
            if recorder.done:
                iterator.__next__ = original
                if recorder.stop:
                    raise SystemExit(0)
        started = True
        return original(self)

    iterator.__next__ = counted
    try:
        yield
    finally:
        iterator.__next__ = original


def options_of(arguments):
    parser = argparse.ArgumentParser(
        prog="stepscope_record.py", formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
    parser.add_argument("--name", help="of the files; default: that of the script")
    parser.add_argument("--folder", default="recordings", help="for the files; default: %(default)s")
    for name, default in (("wait", 5), ("warmup", 2), ("active", 5)):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="STEPS", help="default: %(default)s")
    parser.add_argument("--step-at", choices=("optimizer", "batch"), default="optimizer",
                        help="a step ends when the optimizer has stepped, or when a DataLoader is asked for more")
    parser.add_argument("--no-shapes", dest="shapes", action="store_false")
    parser.add_argument("--no-memory", dest="memory", action="store_false", default=None)
    for name in ("stacks", "memory-events", "oom", "stop"):
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--ranks", type=lambda text: {int(rank) for rank in text.split(",")}, metavar="0,8")
    parser.add_argument("-m", dest="module", action="store_true", help="what follows is a module, as in python -m")
    parser.add_argument("script", help="the training program")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="its own arguments")
    return parser.parse_args(arguments)


def run(arguments, on_ready=None):
    """Runs and records the program that a command line names. Returns the exit code, 2 when it cannot begin."""
    options = vars(options_of(arguments))
    script, of_script, module = (options.pop(key) for key in ("script", "arguments", "module"))
    steps = {"optimizer": steps_of_first_optimizer, "batch": steps_of_batches}[options.pop("step_at")]
    options["name"] = options["name"] or (script if module else os.path.splitext(os.path.basename(script))[0])
    try:
        recorder = Recorder(on_ready=on_ready, **options)
    except (RuntimeError, ValueError) as error:
        say(error)
        return 2
    if not module and not os.path.isfile(script):
        say(f"there is no file {script}")
        return 2
    sys.argv = [script] + of_script
    sys.path[0] = os.getcwd() if module else os.path.dirname(os.path.abspath(script))
    with recorder, steps(recorder):
        if module:
            runpy.run_module(script, run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(script, run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
