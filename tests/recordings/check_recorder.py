#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the recording kit with a real PyTorch on the CPU, and with a pretended GPU allocator.

    check_recorder.py [unittest options]
"""
import contextlib
import gzip
import io
import json
import os
import pickle
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "resources", "record"))
import torch  # pylint: disable=wrong-import-position
import stepscope_record as kit  # pylint: disable=wrong-import-position

SHORT = {"wait": 2, "warmup": 1, "active": 2}  # records steps 3 and 4
SCRIPT = """
import sys, torch
model = torch.nn.Linear(8, 8)
optimizer, other = (torch.optim.SGD(model.parameters(), lr=0.1) for _ in range(2))
data = torch.utils.data.TensorDataset(torch.randn(48, 8))
for batch, in torch.utils.data.DataLoader(data, batch_size=4):
    model(batch).sum().backward()
    optimizer.step()
    other.step()
    steps.append((torch._C._autograd._profiler_enabled(), "step" in vars(optimizer)))
arguments.extend(sys.argv)
"""


def profiling():
    return torch._C._autograd._profiler_enabled()


def work():
    return (torch.ones(16, 16) @ torch.ones(16, 16)).sum()


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.said = io.StringIO()
        self.enterContext(contextlib.redirect_stderr(self.said))

    def recorder(self, **options):
        return kit.Recorder(**{"folder": self.folder, **SHORT, **options})

    def names(self, file="train.pt.trace.json.gz"):
        with gzip.open(os.path.join(self.folder, file)) as trace:
            return [event.get("name", "") for event in json.load(trace)["traceEvents"]]

    def steps_in(self, file="train.pt.trace.json.gz"):
        return sorted(set(name for name in self.names(file) if name.startswith("ProfilerStep#")))


class Window(Case):
    def test_records_the_steps_asked_for_and_hooks_nothing_around_them(self):
        seen = []
        with self.recorder() as recorder:
            for _ in recorder.steps(range(8)):
                seen.append(profiling())
                with recorder.phase("forward"):
                    work()
        self.assertEqual(seen, [False, False, False, True, True, False, False, False])
        self.assertEqual(self.steps_in(), ["ProfilerStep#3", "ProfilerStep#4"])
        self.assertEqual(sum(name == "forward" for name in self.names()), 2)
        self.assertEqual(os.listdir(self.folder), ["train.pt.trace.json.gz"])
        self.assertIn("steps 3 to 4", self.said.getvalue())
        self.assertIn("stepscope-cli report", self.said.getvalue())

    def test_a_taken_name_gets_a_number_and_a_rank_is_told(self):
        environment = {"RANK": "3", "WORLD_SIZE": "4"}
        for options, changes in (({}, {}), ({}, {}), ({"memory_events": True}, environment)):
            with mock.patch.dict(os.environ, changes), self.recorder(**options) as recorder:
                for _ in recorder.steps(range(6)):
                    work()
        self.assertEqual(sorted(os.listdir(self.folder)), [
            "train-2.pt.trace.json.gz", "train.pt.trace.json.gz", "train.rank3.pt.trace.json.gz"])
        self.assertIn("[memory]", self.names("train.rank3.pt.trace.json.gz"))
        self.assertNotIn("[memory]", self.names())

    def test_other_ranks_record_nothing(self):
        with mock.patch.dict(os.environ, {"RANK": "3", "WORLD_SIZE": "4"}), self.recorder(ranks={0}) as recorder:
            for _ in recorder.steps(range(6)):
                self.assertFalse(profiling())
        self.assertEqual(os.listdir(self.folder), [])

    def test_stop_ends_the_loop(self):
        with self.recorder(stop=True) as recorder:
            self.assertEqual(list(recorder.steps(range(100))), list(range(5)))

    def test_is_refused_outside_of_a_with_statement(self):
        with self.assertRaisesRegex(RuntimeError, "with Recorder"):
            next(iter(self.recorder().steps([1])))
        with self.assertRaises(ValueError):
            self.recorder(warmup=0)


class Trouble(Case):
    def test_an_exception_in_a_recorded_step_is_passed_on_with_what_was_recorded(self):
        with self.assertRaisesRegex(KeyError, "lost"), self.recorder() as recorder:
            for step in recorder.steps(range(8)):
                work()
                if step == 4:
                    raise KeyError("lost")
        self.assertEqual(self.steps_in(), ["ProfilerStep#3", "ProfilerStep#4"])
        self.assertIn("KeyError ended the loop in recorded step 2 of 2", self.said.getvalue())
        self.assertFalse(profiling())

    def test_a_loop_that_is_too_short_is_told(self):
        for steps, words in ((1, "the loop had 1 steps"), (2, "while the profiler warmed up")):
            with self.recorder() as recorder:
                for _ in recorder.steps(range(steps)):
                    work()
            self.assertIn(words, self.said.getvalue())
        self.assertEqual(os.listdir(self.folder), [])
        self.assertFalse(profiling())

    def test_training_goes_on_when_nothing_can_be_written(self):
        blocked = os.path.join(self.folder, "file")
        with open(blocked, "wb"):
            pass
        count = 0
        with self.recorder(folder=blocked) as recorder:
            for _ in recorder.steps(range(8)):
                count += 1
        self.assertEqual(count, 8)
        self.assertIn("training goes on", self.said.getvalue())
        self.assertFalse(profiling())
        self.assertEqual(os.listdir(self.folder), ["file"])

    def test_training_goes_on_beside_another_profiler(self):
        with torch.profiler.profile() as other, self.recorder() as recorder:
            for _ in recorder.steps(range(8)):
                work()
        self.assertIn("another profiler", self.said.getvalue())
        self.assertEqual(next(row.count for row in other.key_averages() if row.key == "aten::matmul"), 8)


class Runner(Case):
    def run_script(self, *options, text=SCRIPT):
        script = os.path.join(self.folder, "script.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(text)
        steps, arguments = [], []
        with mock.patch.object(sys, "argv"), mock.patch.object(sys, "path", list(sys.path)), \
                mock.patch("builtins.steps", steps, create=True), \
                mock.patch("builtins.arguments", arguments, create=True):
            code = kit.run(["--folder", self.folder, "--wait", "2", "--warmup", "1", "--active", "2", *options, script,
                            "--epochs", "3"])
        return code, steps, arguments

    def test_a_script_as_it_is(self):
        from torch.optim import optimizer as optimizers
        code, steps, arguments = self.run_script()
        self.assertEqual(code, 0)
        self.assertEqual(arguments[1:], ["--epochs", "3"])
        self.assertEqual([on for on, _ in steps[:6]], [False, False, True, True, False, False])
        self.assertEqual([hooked for _, hooked in steps], [True] * 4 + [False] * 8)
        self.assertEqual(len(optimizers._global_optimizer_post_hooks), 0)
        self.assertEqual(self.steps_in("script.pt.trace.json.gz"), ["ProfilerStep#3", "ProfilerStep#4"])

    def test_schedulers_of_the_learning_rate_notice_nothing(self):
        text = SCRIPT.replace("data = ", "import warnings\nwarnings.simplefilter('error')\n"
                              "scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.5)\ndata = ")
        _, steps, _ = self.run_script(text=text.replace("    other.step()", "    scheduler.step()"))
        self.assertEqual(len(steps), 12)
        self.assertEqual(self.steps_in("script.pt.trace.json.gz"), ["ProfilerStep#3", "ProfilerStep#4"])

    def test_batches_are_steps(self):
        before = torch.utils.data.dataloader._BaseDataLoaderIter.__next__
        self.assertEqual(self.run_script("--step-at", "batch")[0], 0)
        self.assertIs(torch.utils.data.dataloader._BaseDataLoaderIter.__next__, before)
        self.assertEqual(self.steps_in("script.pt.trace.json.gz"), ["ProfilerStep#3", "ProfilerStep#4"])

    def test_stop_ends_the_program(self):
        with self.assertRaises(SystemExit):
            self.run_script("--stop")
        self.assertIn("script.pt.trace.json.gz", os.listdir(self.folder))

    def test_what_cannot_begin_is_told(self):
        self.assertEqual(kit.run(["missing.py"]), 2)
        self.assertIn("there is no file missing.py", self.said.getvalue())


class Memory(Case):
    """The GPU's allocator is pretended: what is called when, and what is written."""

    def setUp(self):
        super().setUp()
        self.calls, self.observers = [], []

        def history(enabled="all", context="all", stacks="all", max_entries=0):
            self.calls.append((enabled, context, stacks) if enabled else enabled)

        for target, name, value in (
                (torch.cuda, "is_available", lambda: True), (torch.cuda, "init", lambda: None),
                (torch.cuda.memory, "_record_memory_history", history),
                (torch.cuda.memory, "_snapshot", lambda: {"segments": [], "device_traces": [[len(self.calls)]]}),
                (torch._C, "_cuda_attach_out_of_memory_observer", self.observers.append)):
            self.enterContext(mock.patch.object(target, name, value, create=True))

    def snapshot(self, name):
        with gzip.open(os.path.join(self.folder, name)) as file:
            return pickle.load(file)

    def test_a_snapshot_of_the_same_steps(self):
        on = []
        with self.recorder() as recorder:
            for _ in recorder.steps(range(7)):
                on.append(recorder._history)
        self.assertEqual(on, [False, False, False, True, True, False, False])
        self.assertEqual(self.calls, [("all", "alloc", "python"), None])
        self.assertEqual(self.snapshot("train.mem.pickle.gz")["device_traces"], [[1]])
        self.assertEqual(sorted(os.listdir(self.folder)), ["train.mem.pickle.gz", "train.pt.trace.json.gz"])

    def test_memory_that_runs_out_in_a_recorded_step(self):
        with self.assertRaises(torch.cuda.OutOfMemoryError), self.recorder() as recorder:
            for step in recorder.steps(range(7)):
                if step == 4:
                    self.observers[0](0, 1 << 30, 1 << 30, 0)
                    raise torch.cuda.OutOfMemoryError("out of memory")
        self.assertEqual(sorted(os.listdir(self.folder)), ["train.oom.mem.pickle.gz", "train.pt.trace.json.gz"])

    def test_memory_that_runs_out_before_them(self):
        with self.assertRaises(torch.cuda.OutOfMemoryError), self.recorder(oom=True):
            self.observers[0](0, 1 << 30, 1 << 30, 0)
            self.observers[0](0, 1 << 30, 1 << 30, 0)
            raise torch.cuda.OutOfMemoryError("out of memory")
        self.assertEqual(os.listdir(self.folder), ["train.oom.mem.pickle.gz"])
        self.assertEqual(self.calls, [("all", "alloc", "python"), None])
        with self.assertRaises(torch.cuda.OutOfMemoryError), self.recorder():
            raise torch.cuda.OutOfMemoryError("out of memory")
        self.assertIn("--oom", self.said.getvalue())

    def test_pytorch_2_0(self):
        def history(enabled, record_context=True, trace_alloc_max_entries=1, trace_alloc_record_context=False):
            self.calls.append((enabled, trace_alloc_max_entries, trace_alloc_record_context))

        with mock.patch.object(torch.cuda.memory, "_record_memory_history", history), self.recorder() as recorder:
            for _ in recorder.steps(range(7)):
                work()
        self.assertEqual(self.calls, [(True, kit.WINDOW_ENTRIES, True), (False, 1, False)])


if __name__ == "__main__":
    unittest.main()
