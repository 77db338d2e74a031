#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write CUDA-memory-snapshot pickles in the shape torch.cuda.memory._dump_snapshot uses.

Standard library only; no torch. A small caching allocator (512-byte rounding, 2 MiB and
20 MiB segments, best fit, splitting, merging, per-stream pools) is driven by a made-up
Transformer training loop, so addresses, block lists, segments and trace agree with each
other. Next to OUT a file OUT.truth.json is written with the figures a viewer must find.

  make_snapshot.py OUT.pickle --entries 100000 [--protocol 4] [--writer c|jit]
      [--leak [MIB]] [--fragment] [--oom] [--expandable] [--max-entries M]
      [--stacks all|python|none] [--shape dict|list|legacy] [--shape-2026] [--host] [--pending] [--layers L]
      [--no-annotations] [--json] [--seed S] [--check]
      [--start UNIX_NS] [--step-us N | --run TRACE.truth.json]

--entries is exact: that many trace entries are produced (before --max-entries cuts the
oldest away, as the ring buffer would). All sizes in the truth are bytes; indexes count
trace entries from 0 in the written file. See --help for each option.

Clock: --start says when recording begins, --step-us how long each step takes. --run makes the
snapshot of the run that a trace of make_trace.py shows (its truth file, written with --plant or
another option that adds step_list): the same steps by number, each step's entries inside
its ProfilerStep on the same Unix clock, and inside its forward, backward and optimizer where the trace
has them. With --step-us or --run the truth's steps[] also have start_us and end_us (as in
external_annotations), and --check verifies that each step's entries lie between them.
"""

import argparse
import bisect
import gzip
import hashlib
import json
import os
import pickle
import random
import struct
import sys
import time

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
MIN_BLOCK = 512
SMALL_MAX = 1 * MIB
SMALL_SEG = 2 * MIB
LARGE_SEG = 20 * MIB
MIN_LARGE = 10 * MIB
ROUND_LARGE = 2 * MIB


def round_up(n, m):
    return (n + m - 1) // m * m


# --------------------------------------------------------------------------- stacks

PY = "/opt/venv/lib/python3.12/site-packages/torch"
APP = "/srv/train"


class Stacks:
    """Frame dicts are made once per code location; each recorded stack is a new list of them."""

    CPP_ALLOC = [
        ("torch::unwind::unwind()", "??", 0),
        ("torch::CapturedTraceback::gather(bool, bool, bool)", "??", 0),
        ("torch::cuda::(anonymous namespace)::gather_with_cpp()", "memory_snapshot.cpp", 0),
        ("c10::cuda::CUDACachingAllocator::Native::DeviceCachingAllocator::malloc(unsigned long, CUstream_st*)",
         "CUDACachingAllocator.cpp", 0),
        ("c10::cuda::CUDACachingAllocator::Native::NativeCachingAllocator::allocate(unsigned long)", "", 0),
        ("at::detail::empty_generic(c10::ArrayRef<long>, c10::Allocator*, c10::DispatchKeySet, c10::ScalarType)",
         "??", 0),
    ]
    CPP_FREE = [
        ("torch::unwind::unwind()", "??", 0),
        ("torch::CapturedTraceback::gather(bool, bool, bool)", "??", 0),
        ("torch::cuda::(anonymous namespace)::gather_with_cpp()", "memory_snapshot.cpp", 0),
        ("c10::cuda::CUDACachingAllocator::Native::DeviceCachingAllocator::free(c10::cuda::"
         "CUDACachingAllocator::Native::(anonymous namespace)::Block*)", "CUDACachingAllocator.cpp", 0),
        ("c10::TensorImpl::~TensorImpl()", "??", 0),
    ]
    CPP_ENGINE = [
        ("torch::autograd::Engine::evaluate_function(std::shared_ptr<torch::autograd::GraphTask>&, "
         "torch::autograd::Node*, torch::autograd::InputBuffer&)", "??", 0),
        ("torch::autograd::Engine::thread_main(std::shared_ptr<torch::autograd::GraphTask> const&)", "??", 0),
        ("torch::autograd::python::PythonEngine::thread_init(int, std::shared_ptr<torch::autograd::"
         "ReadyQueue> const&, bool)", "??", 0),
        ("execute_native_thread_routine", "thread.cc", 0),
        ("start_thread", "pthread_create.c", 442),
    ]
    CPP_PY_TAIL = [
        ("_PyEval_EvalFrameDefault", "/usr/local/src/python-3.12/Python/bytecodes.c", 2715),
        ("run_mod", "/usr/local/src/python-3.12/Python/pythonrun.c", 1778),
        ("Py_BytesMain", "/usr/local/src/python-3.12/Modules/main.c", 768),
        ("__libc_start_call_main", "??", 0),
        ("_start", "??", 0),
    ]

    def __init__(self, mode):
        self.mode = mode
        self.frame_of = {}

    def frame(self, t):
        d = self.frame_of.get(t)
        if d is None:
            d = {"name": t[0], "filename": t[1], "line": t[2]}
            self.frame_of[t] = d
        return d

    def build(self, op, py, kind):
        """op: C++ operator name or ''; py: python frames innermost first;
        kind: alloc|free|engine|engine_free (the last two: on the autograd engine's own thread)."""
        if self.mode == "none":
            return None
        if self.mode == "python":
            # allocations made by the autograd engine's own thread have no python frames
            return [] if kind.startswith("engine") else [self.frame(t) for t in py]
        out = [self.frame(t) for t in (self.CPP_FREE if kind.endswith("free") else self.CPP_ALLOC)]
        if op:
            out.append(self.frame(("at::_ops::%s::call" % op, "??", 0)))
        if kind.startswith("engine"):
            out += [self.frame(t) for t in self.CPP_ENGINE]
            return out
        # as seen in real files: innermost python frame, interpreter's C frames, the other python frames
        if py:
            out.append(self.frame(py[0]))
            out += [self.frame(t) for t in self.CPP_PY_TAIL]
            out += [self.frame(t) for t in py[1:]]
        return out


CALL = [("_call_impl", PY + "/nn/modules/module.py", 1762),
        ("_wrapped_call_impl", PY + "/nn/modules/module.py", 1751)]
MAIN = [("main", APP + "/train.py", 118), ("<module>", APP + "/train.py", 131)]
STEP = [("train_step", APP + "/train.py", 74)] + MAIN
ENC = CALL + [("forward", PY + "/nn/modules/transformer.py", 517)] + CALL + \
    [("forward", APP + "/model.py", 61)] + CALL + STEP
LAYER_SA = [("_sa_block", PY + "/nn/modules/transformer.py", 893),
            ("forward", PY + "/nn/modules/transformer.py", 871)] + ENC
LAYER_FF = [("_ff_block", PY + "/nn/modules/transformer.py", 905),
            ("forward", PY + "/nn/modules/transformer.py", 875)] + ENC

PYSTACK = {
    "param": [("convert", PY + "/nn/modules/module.py", 1343), ("_apply", PY + "/nn/modules/module.py", 942),
              ("_apply", PY + "/nn/modules/module.py", 915), ("_apply", PY + "/nn/modules/module.py", 915),
              ("to", PY + "/nn/modules/module.py", 1355), ("build_model", APP + "/train.py", 41)] + MAIN,
    "input": [("__next__", APP + "/prefetch.py", 33), ("train_epoch", APP + "/train.py", 92)] + MAIN,
    "embed": [("embedding", PY + "/nn/functional.py", 2551), ("forward", PY + "/nn/modules/sparse.py", 190)] + CALL +
             [("forward", APP + "/model.py", 57)] + CALL + STEP,
    "qkv": [("_in_projection_packed", PY + "/nn/functional.py", 5734),
            ("multi_head_attention_forward", PY + "/nn/functional.py", 6311),
            ("forward", PY + "/nn/modules/activation.py", 1373)] + CALL + LAYER_SA,
    "scores": [("softmax", PY + "/nn/functional.py", 2142),
               ("multi_head_attention_forward", PY + "/nn/functional.py", 6457),
               ("forward", PY + "/nn/modules/activation.py", 1373)] + CALL + LAYER_SA,
    "attn_tmp": [("multi_head_attention_forward", PY + "/nn/functional.py", 6454),
                 ("forward", PY + "/nn/modules/activation.py", 1373)] + CALL + LAYER_SA,
    "attn_out": [("multi_head_attention_forward", PY + "/nn/functional.py", 6464),
                 ("forward", PY + "/nn/modules/activation.py", 1373)] + CALL + LAYER_SA,
    "norm": [("layer_norm", PY + "/nn/functional.py", 2911), ("forward", PY + "/nn/modules/normalization.py", 217)] +
            CALL + [("forward", PY + "/nn/modules/transformer.py", 875)] + ENC,
    "ff1": [("forward", PY + "/nn/modules/linear.py", 125)] + CALL + LAYER_FF,
    "gelu": [("gelu", PY + "/nn/functional.py", 1802)] + LAYER_FF,
    "ff2": [("forward", PY + "/nn/modules/linear.py", 125)] + CALL +
           [("_ff_block", PY + "/nn/modules/transformer.py", 906)] + LAYER_FF[1:],
    "logits": [("forward", PY + "/nn/modules/linear.py", 125)] + CALL +
              [("forward", APP + "/model.py", 64)] + CALL + STEP,
    "loss": [("cross_entropy", PY + "/nn/functional.py", 3494), ("forward", PY + "/nn/modules/loss.py", 1297)] +
            CALL + [("train_step", APP + "/train.py", 75)] + MAIN,
    "opt_state": [("_init_group", PY + "/optim/adamw.py", 162), ("step", PY + "/optim/adamw.py", 232),
                  ("_use_grad", PY + "/optim/optimizer.py", 79), ("wrapper", PY + "/optim/optimizer.py", 493),
                  ("train_step", APP + "/train.py", 78)] + MAIN,
    "opt_tmp": [("_multi_tensor_adamw", PY + "/optim/adamw.py", 651), ("adamw", PY + "/optim/adamw.py", 869),
                ("step", PY + "/optim/adamw.py", 243), ("wrapper", PY + "/optim/optimizer.py", 493),
                ("train_step", APP + "/train.py", 78)] + MAIN,
    "zero_grad": [("zero_grad", PY + "/optim/optimizer.py", 962), ("train_step", APP + "/train.py", 79)] + MAIN,
    "leak": [("log_features", APP + "/metrics.py", 27), ("train_step", APP + "/train.py", 81)] + MAIN,
    "pin": [("append_cache", APP + "/eval_cache.py", 19), ("warm_cache", APP + "/eval_cache.py", 44)] + MAIN,
    "pin_tmp": [("encode_chunk", APP + "/eval_cache.py", 12), ("warm_cache", APP + "/eval_cache.py", 43)] + MAIN,
    "eval": [("evaluate", APP + "/train.py", 101)] + MAIN,
    "oom": [("matmul", APP + "/model.py", 70)] + CALL + STEP,
    "free": [("train_step", APP + "/train.py", 76)] + MAIN,
}
OPNAME = {"param": "_to_copy", "input": "_to_copy", "embed": "embedding", "qkv": "addmm", "scores": "_softmax",
          "attn_tmp": "bmm", "attn_out": "bmm", "norm": "native_layer_norm", "ff1": "addmm", "gelu": "gelu",
          "ff2": "addmm", "logits": "addmm", "loss": "_log_softmax", "opt_state": "zeros_like",
          "opt_tmp": "_foreach_sqrt", "bwd_tmp": "mm", "grad": "mm", "leak": "clone", "pin": "clone",
          "pin_tmp": "mm", "eval": "mm", "oom": "mm"}


# ------------------------------------------------------------------------ allocator

class Block:
    __slots__ = ("addr", "size", "req", "free", "seg", "prev", "next", "frames", "pending", "site", "born")

    def __init__(self, addr, size, seg):
        self.addr, self.size, self.seg = addr, size, seg
        self.req, self.free, self.pending = 0, True, False
        self.prev = self.next = None
        self.frames, self.site, self.born = None, None, -1


class Segment:
    __slots__ = ("addr", "size", "stream", "kind", "first", "last", "frames", "expandable")


class OutOfMemory(Exception):
    pass


class Allocator:
    def __init__(self, sim, expandable):
        self.sim = sim
        self.expandable = expandable
        self.free_lists = {}          # (kind, stream) -> sorted [(size, addr)]
        self.block_at = {}            # free blocks by addr
        self.segments = {}            # addr -> Segment
        self.grow = {}                # (kind, stream) -> expandable segment
        self.next_va = {"large": 0x7F2C00000000, "small": 0x7F2A40000000}
        self.reserved = 0

    def _fl(self, seg):
        return self.free_lists.setdefault((seg.kind, seg.stream), [])

    def _add_free(self, b):
        b.free, b.pending = True, False
        bisect.insort(self._fl(b.seg), (b.size, b.addr))
        self.block_at[b.addr] = b

    def _take_free(self, b):
        fl = self._fl(b.seg)
        i = bisect.bisect_left(fl, (b.size, b.addr))
        assert fl[i] == (b.size, b.addr)
        fl.pop(i)
        del self.block_at[b.addr]

    def _new_segment(self, kind, stream, size, frames):
        if self.expandable:
            return self._map(kind, stream, size, frames)
        s = Segment()
        s.addr, s.size, s.stream, s.kind = self.next_va[kind], size, stream, kind
        self.next_va[kind] += round_up(size, 2 * MIB) + (2 * MIB if size > LARGE_SEG else 0)
        s.frames, s.expandable = frames, False
        b = Block(s.addr, size, s)
        s.first = s.last = b
        self.segments[s.addr] = s
        self.reserved += size
        self.sim.emit("segment_alloc", s.addr, size, stream, frames, 0, 0, size)
        self._add_free(b)
        return b

    def _map(self, kind, stream, want, frames):
        page = SMALL_SEG if kind == "small" else LARGE_SEG
        s = self.grow.get((kind, stream))
        if s is None:
            s = Segment()
            s.addr, s.size, s.stream, s.kind = self.next_va[kind] + len(self.grow) * (1 << 40), 0, stream, kind
            s.frames, s.expandable, s.first, s.last = frames, True, None, None
            self.grow[(kind, stream)] = s
            self.segments[s.addr] = s
        tail = s.last if s.last is not None and s.last.free else None
        have = tail.size if tail else 0
        add = round_up(max(want - have, 1), page)
        at = s.addr + s.size
        s.size += add
        self.reserved += add
        self.sim.emit("segment_map", at, add, stream, frames, 0, 0, add)
        if tail:
            self._take_free(tail)
            tail.size += add
            b = tail
        else:
            b = Block(at, add, s)
            b.prev = s.last
            if s.last is not None:
                s.last.next = b
            else:
                s.first = b
            s.last = b
        self._add_free(b)
        return b

    def malloc(self, req, stream, frames, site):
        size = max(MIN_BLOCK, round_up(req, MIN_BLOCK))
        kind = "small" if size <= SMALL_MAX else "large"
        fl = self.free_lists.get((kind, stream), [])
        i = bisect.bisect_left(fl, (size, 0))
        if i < len(fl):
            b = self.block_at[fl[i][1]]
        else:
            if kind == "small":
                want = SMALL_SEG
            elif size < MIN_LARGE:
                want = LARGE_SEG
            else:
                want = round_up(size, ROUND_LARGE)
            if self.expandable:
                want = size
            if self.reserved + want > self.sim.capacity:
                self.release_cached()
                if self.reserved + want > self.sim.capacity:
                    self.sim.note_oom(size, req, stream, kind, frames)
                    raise OutOfMemory()
            b = self._new_segment(kind, stream, want, frames)
        self._take_free(b)
        rest = b.size - size
        if (kind == "small" and rest >= MIN_BLOCK) or (kind == "large" and rest > SMALL_MAX):
            r = Block(b.addr + size, rest, b.seg)
            r.prev, r.next = b, b.next
            if b.next is not None:
                b.next.prev = r
            else:
                b.seg.last = r
            b.next = r
            b.size = size
            self._add_free(r)
        b.req, b.free, b.frames, b.site, b.born = req, False, frames, site, self.sim.count
        self.sim.emit("alloc", b.addr, req, stream, frames, req, b.size, 0)
        return b

    def free_request(self, b, frames):
        b.pending = True
        self.sim.emit("free_requested", b.addr, b.req, b.seg.stream, frames, 0, -b.size, 0)

    def free_complete(self, b, frames):
        self.sim.emit("free_completed", b.addr, b.req, b.seg.stream, frames, -b.req, 0, 0)
        b.frames, b.site = None, None
        for nb in (b.prev, b.next):
            if nb is not None and nb.free:
                self._take_free(nb)
                if nb is b.prev:
                    nb.size += b.size
                    nb.next = b.next
                    if b.next is not None:
                        b.next.prev = nb
                    else:
                        b.seg.last = nb
                    b = nb
                else:
                    b.size += nb.size
                    b.next = nb.next
                    if nb.next is not None:
                        nb.next.prev = b
                    else:
                        b.seg.last = b
        self._add_free(b)

    def release_cached(self):
        """What the allocator does before giving up: hand wholly free segments back."""
        if self.expandable:
            return
        frames = self.sim.stacks.build("", PYSTACK["oom"], "alloc")
        for a in sorted(self.segments):
            s = self.segments[a]
            if s.first is s.last and s.first.free:
                self._take_free(s.first)
                del self.segments[a]
                self.reserved -= s.size
                self.sim.emit("segment_free", s.addr, s.size, s.stream, frames, 0, 0, -s.size)

    def blocks(self):
        for a in sorted(self.segments):
            s = self.segments[a]
            b = s.first
            while b is not None:
                yield s, b
                b = b.next


# ------------------------------------------------------------------------ simulator

class Sim:
    def __init__(self, opt):
        self.opt = opt
        self.rng = random.Random(opt.seed)
        self.stacks = Stacks(opt.stacks)
        self.capacity = int(opt.capacity_gib * GIB)
        self.al = Allocator(self, opt.expandable)
        self.trace = []
        self.dreq, self.dalloc, self.dres = [], [], []
        self.count = 0
        self.t = 1754000000000000 + self.rng.randrange(10 ** 9)
        if opt.start is not None:
            self.t = opt.start // 1000
        self.annotations = []
        self.knots = []               # (entries so far, time, step, what ends or begins here)
        self.oom = None
        self.steps = []
        self.leaks = []
        self.pending_q = []
        self.side = 94215680231424 if opt.streams > 1 else 0
        self.totals = {"param": 0, "opt_state": 0}
        self.device = opt.device
        self.busy = False
        self.spans = None             # per step (start, end) in microseconds, once retimed

    # one trace entry
    def emit(self, action, addr, size, stream, frames, dreq, dalloc, dres):
        self.t += 1 + int(self.rng.random() * 60)
        e = {"action": action}
        if action == "oom":
            e["device_free"] = addr
        else:
            e["addr"] = addr
        e["size"] = size
        e["stream"] = stream
        e["time_us"] = self.t
        e["compile_context"] = "N/A"
        e["user_metadata"] = ""
        if self.opt.shape_2026:
            e["pool_id"] = (0, 0)
        if frames is not None:
            e["frames"] = frames
        self.trace.append(e)
        self.dreq.append(dreq)
        self.dalloc.append(dalloc)
        self.dres.append(dres)
        self.count += 1
        self.tick()

    def tick(self):
        """Complete the frees whose other stream has caught up; never in the middle of a malloc."""
        while not self.busy and self.pending_q and self.pending_q[0][0] <= self.count:
            _, b, fr = self.pending_q.pop(0)
            self.al.free_complete(b, fr)

    def note_oom(self, size, req, stream, kind, frames):
        free = self.capacity - self.al.reserved
        fl = self.al.free_lists.get((kind, stream), [])
        largest = fl[-1][0] if fl else 0
        cached = sum(b.size for _, b in self.al.blocks() if b.free)
        self.emit("oom", free, size, stream, frames, 0, 0, 0)
        self.oom = {"index": self.count - 1, "request_rounded": size, "request": req, "device_free": free,
                    "cached_free_after_release": cached, "largest_free_block_same_pool": largest,
                    "verdict": "fragmentation" if cached + free >= size and max(largest, free) < size
                    else "shortage"}

    def alloc(self, req, site, stream=0):
        kind = "engine" if site in ("bwd_tmp", "grad") else "alloc"
        fr = self.stacks.build(OPNAME.get(site, ""), PYSTACK.get(site, ()), kind)
        self.busy = True
        try:
            b = self.al.malloc(req, stream, fr, site)
        finally:
            self.busy = False
        self.tick()
        return b

    def free(self, b, site="free", engine=False, delay=0):
        fr = self.stacks.build("", PYSTACK[site], "engine_free" if engine else "free")
        self.al.free_request(b, fr)
        if delay:
            self.pending_q.append((self.count + delay, b, fr))
            self.pending_q.sort(key=lambda x: x[0])
        else:
            self.al.free_complete(b, fr)

    def annotate(self, name, stage):
        self.annotations.append({"name": name, "stage": stage, "device": self.device, "time_us": self.t})

    def knot(self, k, what):
        self.knots.append((self.count, self.t, k, what))

    def number(self, k):
        return self.opt.run["step_list"][k]["number"] if self.opt.run else k

    # ---- the model

    def setup(self):
        o = self.opt
        d, ff, v = o.d_model, 4 * o.d_model, o.vocab
        shapes = [v * d]
        for _ in range(o.layers):
            shapes += [3 * d * d, 3 * d, d * d, d, ff * d, ff, d * ff, d, d, d, d, d]
        shapes += [v * d, v]
        self.shapes = shapes
        self.params = []
        for n in shapes:
            self.params.append(self.alloc(4 * n, "param"))
            self.totals["param"] += 4 * n
        self.state = None
        self.grads = None
        self.inputs = []
        self.pins = []

    def fetch(self):
        o = self.opt
        n = o.batch * o.seq * 8
        new = [self.alloc(n, "input", self.side), self.alloc(n, "input", self.side)]
        for b in self.inputs:
            self.free(b, "input", delay=24 if self.side else 0)
        self.inputs = new

    def forward(self):
        o, rng = self.opt, self.rng
        d, B = o.d_model, o.batch
        S = o.seq if not o.vary else o.seq - rng.randrange(0, o.seq // 8) // 8 * 8
        self.S = S
        act = B * S * d * 4
        saved = [self.alloc(act, "embed")]
        for _ in range(o.layers):
            saved.append(self.alloc(3 * act, "qkv"))
            t = self.alloc(B * o.heads * S * S * 4, "attn_tmp")
            saved.append(self.alloc(B * o.heads * S * S * 4, "scores"))
            self.free(t)
            saved.append(self.alloc(act, "attn_out"))
            t = self.alloc(act, "attn_tmp")
            saved.append(self.alloc(act, "norm"))
            saved.append(self.alloc(B * S * 4, "norm"))
            saved.append(self.alloc(B * S * 4, "norm"))
            self.free(t)
            saved.append(self.alloc(4 * act, "ff1"))
            saved.append(self.alloc(4 * act, "gelu"))
            t = self.alloc(act, "ff2")
            saved.append(self.alloc(act, "norm"))
            self.free(t)
        return saved

    def head(self, saved):
        o = self.opt
        n = o.batch * self.S * o.vocab * 4
        logits = self.alloc(n, "logits")
        saved.append(self.alloc(n, "loss"))
        self.loss = self.alloc(4, "loss")
        self.free(logits)

    def backward(self, saved):
        o = self.opt
        act = o.batch * self.S * o.d_model * 4
        grads = []
        n = o.batch * self.S * o.vocab * 4
        g = self.alloc(n, "bwd_tmp")
        self.free(saved.pop(), engine=True)
        grads += [self.alloc(4 * self.shapes[-1], "grad"), self.alloc(4 * self.shapes[-2], "grad")]
        h = self.alloc(act, "bwd_tmp")
        self.free(g, engine=True)
        for l in reversed(range(o.layers)):
            ps = self.shapes[1 + 12 * l: 13 + 12 * l]
            t = self.alloc(4 * act, "bwd_tmp")
            for k in (7, 6, 5, 4):
                grads.append(self.alloc(4 * ps[k], "grad"))
            self.free(saved.pop(), engine=True)
            self.free(saved.pop(), engine=True)
            self.free(saved.pop(), engine=True)
            self.free(t, engine=True)
            h2 = self.alloc(act, "bwd_tmp")
            self.free(h, engine=True)
            h = h2
            for _ in range(3):
                self.free(saved.pop(), engine=True)
            t = self.alloc(o.batch * o.heads * self.S * self.S * 4, "bwd_tmp")
            for k in (11, 10, 9, 8, 3, 2):
                grads.append(self.alloc(4 * ps[k], "grad"))
            self.free(saved.pop(), engine=True)
            self.free(saved.pop(), engine=True)
            self.free(t, engine=True)
            for k in (1, 0):
                grads.append(self.alloc(4 * ps[k], "grad"))
            self.free(saved.pop(), engine=True)
        grads.append(self.alloc(4 * self.shapes[0], "grad"))
        self.free(saved.pop(), engine=True)
        self.free(h, engine=True)
        assert not saved
        self.grads = grads

    def optimize(self):
        if self.state is None:
            self.state = []
            for n in self.shapes:
                for _ in range(2):
                    self.state.append(self.alloc(4 * n, "opt_state"))
                    self.totals["opt_state"] += 4 * n
        tmp = [self.alloc(4 * n, "opt_tmp") for n in self.shapes]
        for b in tmp:
            self.free(b, "opt_tmp")

    def warm_cache(self):
        """Long-lived medium blocks between short-lived bigger ones: leaves holes behind."""
        for _ in range(self.opt.pins):
            a = self.alloc(8 * MIB, "pin_tmp")
            self.pins.append(self.alloc(self.rng.choice((3, 4, 5)) * MIB // 2, "pin"))
            b = self.alloc(8 * MIB, "pin_tmp")
            self.hold.append(a)
            self.hold.append(b)

    def step(self, k, stop_in_forward=False):
        first = self.count
        self.knot(k, "step")
        self.annotate("ProfilerStep#%d" % self.number(k), "START")
        self.fetch()
        self.knot(k, "forward")
        saved = self.forward()
        if stop_in_forward:
            return saved
        self.head(saved)
        self.knot(k, "backward")
        self.backward(saved)
        self.knot(k, "optimizer")
        self.annotate("Optimizer.step#AdamW.step", "START")
        self.optimize()
        self.annotate("Optimizer.step#AdamW.step", "END")
        self.knot(k, "rest")
        if self.opt.leak:
            b = self.alloc(self.opt.leak_bytes, "leak")
            self.leaks.append((k, b.addr, self.opt.leak_bytes))
        for b in self.grads:
            self.free(b, "zero_grad")
        self.grads = None
        self.free(self.loss)
        self.knot(k, "end")
        self.annotate("ProfilerStep#%d" % self.number(k), "END")
        self.steps.append((self.number(k), first, self.count))
        return None

    def run(self):
        o = self.opt
        target = o.entries
        self.setup()
        if self.count > target and not o.run:
            raise SystemExit("--entries too small: the parameters alone need %d" % self.count)
        k, longest = 0, 0
        reserve = 0
        if o.oom:
            reserve = 64 + o.layers * 24 + 700   # partial step, segment_free run, oom
        while True:
            if o.fragment and k == 2:
                self.hold = []
                self.warm_cache()
                for b in self.hold:
                    self.free(b, "pin_tmp")
            need = longest if longest else 12 * o.layers * 14 + 60
            if k == len(o.run["step_list"]) if o.run else self.count + int(need * 1.02) + reserve > target:
                break
            c0 = self.count
            self.step(k)
            if k >= 2 or longest == 0:
                longest = max(longest if k >= 2 else 0, self.count - c0)
            k += 1
        if k < 3:
            print("warning: only %d whole steps fit in %d entries" % (k, target), file=sys.stderr)
        # flush delayed frees, then fill up
        while self.pending_q:
            _, b, fr = self.pending_q.pop(0)
            self.al.free_complete(b, fr)
        if o.oom:
            self.drive_oom(k, target)
        elif o.pending:
            side = self.side or 94215680231424
            late = [self.alloc(25 * MIB, "input", side) for _ in range(2)]
            self.fill(target, leave=2)
            for b in late:                 # still in use by another stream when the snapshot is taken
                self.free(b, "input", delay=1 << 60)
        else:
            self.fill(target)
        assert self.count >= target or o.oom, (self.count, target)

    def fill(self, target, leave=0):
        """Evaluation temporaries until exactly target-leave entries exist."""
        size = 6 * MIB
        while target - leave - self.count >= 4:
            b = self.alloc(size, "eval")
            self.free(b, "eval")
        while self.count < target - leave:
            self.emit("snapshot", 0, 0, 0, self.stacks.build("", PYSTACK["eval"], "alloc"), 0, 0, 0)

    def drive_oom(self, k, target):
        o = self.opt
        # leave room for: partial forward, released segments, the failed request
        releasable = sum(1 for s in self.al.segments.values() if s.first is s.last and s.first.free)
        part = 2 + 2 + 1 + 17 * o.layers + 40
        self.fill(target, leave=part + releasable + 3)
        self.kept = self.step(k, stop_in_forward=True)
        while self.pending_q:
            _, b, fr = self.pending_q.pop(0)
            self.al.free_complete(b, fr)
        self.free(self.alloc(6 * MIB, "eval"), "eval")
        wholly = [s for s in self.al.segments.values() if s.first is s.last and s.first.free]
        rel = sum(s.size for s in wholly)
        stranded = sum(b.size for s, b in self.al.blocks() if b.free) - rel
        head = 300 * MIB
        self.fill(target, leave=len(wholly) + 1)
        assert wholly == [s for s in self.al.segments.values() if s.first is s.last and s.first.free]
        self.capacity = self.al.reserved + head
        if o.fragment:
            req = head + rel + max(stranded // 2, 4 * MIB)
        else:
            req = head + rel + stranded + 2 * GIB
        # the request must not fit a block that is free now
        fl = self.al.free_lists.get(("large", 0), [])
        if fl and fl[-1][0] >= req:
            req = fl[-1][0] + 64 * MIB
        try:
            self.alloc(req, "oom")
        except OutOfMemory:
            return
        raise AssertionError("request unexpectedly succeeded")


# ----------------------------------------------------------------------------- clock

def spans_of(sim):
    """Per step {phase: (from, to)} in whole microseconds of Unix time; only "step" where no more is known."""
    o = sim.opt
    if not o.run:
        begin = sim.knots[0][1]
        return [{"step": (begin + k * o.step_us, begin + (k + 1) * o.step_us)} for k in range(len(sim.steps))]
    base, out = o.run["base_unix_ns"], []
    for s in o.run["step_list"]:
        def us(a, b):
            return -(-(base + a) // 1000), (base + b) // 1000
        begin, end = s["ts_ns"], s["ts_ns"] + s["dur_ns"]
        p = s["phases"]
        if not all(k in p for k in ("forward", "backward", "optimizer")):      # a step launched as one CUDA graph
            out.append({"step": us(begin, end)})
            continue
        out.append({"step": us(begin, p["forward"][0]), "forward": us(*p["forward"]), "backward": us(*p["backward"]),
                    "optimizer": us(*p["optimizer"]), "rest": us(p["optimizer"][1], end)})
    return out


def retime(sim):
    """Moves all times so that each step's entries lie in the span given for it; order and proportions stay."""
    spans = spans_of(sim)
    sim.spans = [(s["step"][0], s.get("rest", s["step"])[1]) for s in spans]
    pieces = []                   # (first entry, end entry, old from, old to, new from, new to)
    new = {}                      # (step, phase) -> new from, new to
    marks = [kn for kn in sim.knots if kn[2] < len(sim.steps)]
    old = {(k, what): t for _, t, k, what in marks}
    for (i, t, k, what), (j, u, k2, _) in zip(marks, marks[1:]):
        if what == "end":         # between two steps
            lo, hi = sim.spans[k][1], sim.spans[k2][0]
        elif len(spans[k]) == 1:  # by the share of the step's time
            lo, hi = sim.spans[k]
            a, b = old[k, "step"], old[k, "end"]
            lo, hi = lo + (t - a) * (hi - lo) // (b - a), lo + (u - a) * (hi - lo) // (b - a)
        else:
            lo, hi = spans[k][what]
        pieces.append((i, j, t, u, lo, hi))
        new[k, what] = lo, hi
    i, _, t, _, lo, _ = pieces[0]
    pieces.insert(0, (0, i, 0, t, lo - t, lo))                                  # before the first step: only moved
    _, j, _, u, _, hi = pieces[-1]
    pieces.append((j, sim.count, u, u + 1, hi, hi + 1))                         # and after the last
    for i, j, t, u, lo, hi in pieces:
        for e in sim.trace[i:j]:
            e["time_us"] = lo + (e["time_us"] - t) * (hi - lo) // max(u - t, 1)
    sim.t = sim.trace[-1]["time_us"]
    times = iter([t for k, (start, end) in enumerate(sim.spans) for t in (start, *new[k, "optimizer"], end)])
    for a in sim.annotations:                                                   # a last step cut short: where the one before ends
        a["time_us"] = next(times, sim.spans[-1][1])


# ---------------------------------------------------------------------------- output

def segments_of(sim):
    out = []
    for a in sorted(sim.al.segments):
        s = sim.al.segments[a]
        blocks, alloc, active, reqd = [], 0, 0, 0
        b = s.first
        while b is not None:
            if b.free:
                st = "inactive"
            elif b.pending:
                st = "active_pending_free"
            else:
                st = "active_allocated"
                alloc += b.size
                reqd += b.req
            if not b.free:
                active += b.size
            blocks.append({"address": b.addr, "size": b.size, "requested_size": b.req, "state": st,
                           "frames": b.frames if b.frames is not None else []})
            b = b.next
        seg = {"device": sim.device, "address": s.addr, "total_size": s.size, "allocated_size": alloc,
               "active_size": active, "requested_size": reqd, "stream": s.stream, "segment_type": s.kind,
               "segment_pool_id": (0, 0), "is_expandable": s.expandable,
               "frames": s.frames if s.frames is not None else [], "blocks": blocks}
        out.append(seg)
    return out


SETTINGS = {
    "PYTORCH_CUDA_ALLOC_CONF": "", "max_split_size": -1, "garbage_collection_threshold": 0.0,
    "expandable_segments": False, "pinned_num_register_threads": 1, "release_lock_on_cudamalloc": False,
    "pinned_use_cuda_host_register": False,
    "roundup_power2_divisions": {str(1 << i): 0 for i in range(16)},
    "graph_capture_record_stream_reuse": False,
}


def assemble(sim, trace, segs):
    o = sim.opt
    if o.shape == "list":
        return segs
    if o.shape == "legacy":       # 1.13: no addresses, requests only in a per-block history
        old = []
        for s in segs:
            n = {k: s[k] for k in ("device", "address", "total_size", "allocated_size", "active_size", "stream",
                                   "segment_type")}
            n["blocks"] = []
            for b in s["blocks"]:
                ob = {"size": b["size"], "state": b["state"].replace("pending", "awaiting")}
                if b["state"] != "inactive":
                    ob["history"] = [{"addr": b["address"], "real_size": b["requested_size"], "frames": b["frames"]}]
                n["blocks"].append(ob)
            old.append(n)
        return old
    settings = dict(SETTINGS)
    settings["expandable_segments"] = bool(o.expandable)
    if o.expandable:
        settings["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"
    if o.shape_2026:
        settings["trace_alloc_max_entries"] = o.max_entries or (1 << 63) - 1
        settings["trace_alloc_overflowed"] = bool(o.max_entries and sim.count > o.max_entries)
    d = {"segments": segs, "device_traces": [[] for _ in range(sim.device)] + [trace],
         "allocator_settings": settings}
    if not o.no_annotations:
        d["external_annotations"] = sim.annotations
    if o.host:
        base = 0x7E0000000000
        hs, ht = [], []
        for i in range(8):
            size = 4 * MIB
            hs.append({"device": -1, "address": base + i * size, "total_size": size, "allocated_size": size,
                       "active_size": size, "requested_size": size - 64, "stream": 0, "segment_type": "small",
                       "segment_pool_id": (0, 0), "is_expandable": False, "frames": [],
                       "blocks": [{"address": base + i * size, "size": size, "requested_size": size - 64,
                                   "state": "active_allocated", "frames": []}]})
            ht.append({"action": "alloc", "addr": base + i * size, "size": size - 64, "stream": 0,
                       "time_us": sim.t + i, "compile_context": "N/A", "user_metadata": ""})
        d["host_segments"], d["host_traces"] = hs, ht
    return d


class JitPickler:
    """Protocol 2 the way the C++ side writes it: strings memoised by value, containers put into the
    memo after they are filled and only when used more than once, integers beyond 32 bit always 8 bytes."""

    def __init__(self, out):
        self.out, self.buf = out, bytearray()
        self.strings, self.objs, self.next, self.uses = {}, {}, 0, {}

    def count(self, root):
        todo = [root]
        while todo:
            v = todo.pop()
            if isinstance(v, (dict, list, tuple)):
                n = self.uses.get(id(v), 0)
                self.uses[id(v)] = n + 1
                if n == 0:
                    if isinstance(v, dict):
                        todo.extend(v.values())
                    else:
                        todo.extend(v)

    def binput(self):
        i = self.next
        self.next += 1
        self.buf += b"q" + bytes((i,)) if i < 256 else b"r" + struct.pack("<I", i)
        return i

    def binget(self, i):
        self.buf += b"h" + bytes((i,)) if i < 256 else b"j" + struct.pack("<I", i)

    def put(self, v):
        buf = self.buf
        if len(buf) > 1 << 20:
            self.out.write(buf)
            buf.clear()
        if v is None:
            buf += b"N"
        elif v is True:
            buf += b"\x88"
        elif v is False:
            buf += b"\x89"
        elif isinstance(v, int):
            if 0 <= v <= 255:
                buf += b"K" + bytes((v,))
            elif 0 <= v <= 65535:
                buf += b"M" + struct.pack("<H", v)
            elif -(1 << 31) <= v < 1 << 31:
                buf += b"J" + struct.pack("<i", v)
            else:
                buf += b"\x8a\x08" + struct.pack("<q", v)
        elif isinstance(v, float):
            buf += b"G" + struct.pack(">d", v)
        elif isinstance(v, str):
            i = self.strings.get(v)
            if i is not None:
                self.binget(i)
            else:
                raw = v.encode("utf-8", "surrogatepass")
                buf += b"X" + struct.pack("<I", len(raw)) + raw
                self.strings[v] = self.binput()
        else:
            shared = self.uses.get(id(v), 0) > 1
            if shared and id(v) in self.objs:
                self.binget(self.objs[id(v)])
                return
            if isinstance(v, dict):
                buf += b"}"
                if v:
                    buf += b"("
                    for k, x in v.items():
                        self.put(k)
                        self.put(x)
                    self.buf += b"u"
            elif isinstance(v, list):
                buf += b"]("
                for x in v:
                    self.put(x)
                self.buf += b"e"
            else:
                if not v:
                    buf += b")"
                elif len(v) <= 3:
                    for x in v:
                        self.put(x)
                    self.buf += (b"\x85", b"\x86", b"\x87")[len(v) - 1]
                else:
                    buf += b"("
                    for x in v:
                        self.put(x)
                    self.buf += b"t"
            if shared:
                self.objs[id(v)] = self.binput()

    def dump(self, v):
        self.count(v)
        self.buf += b"\x80\x02"
        self.put(v)
        self.buf += b"."
        self.out.write(self.buf)
        self.buf.clear()


# ----------------------------------------------------------------------------- truth

def user_frame(frames):
    py = [f for f in frames or () if f["filename"].endswith(".py")]
    for f in py:
        if "site-packages" not in f["filename"]:
            return "%s %s:%d" % (f["name"], f["filename"], f["line"])
    if py:
        return "%s %s:%d" % (py[0]["name"], py[0]["filename"], py[0]["line"])
    for f in frames or ():
        if "Engine::" in f["name"]:
            return f["name"].split("(")[0]
    return "<no frames>"


def truth_of(sim, trace, segs, cut):
    """Figures for the written window [cut, end). Independent of the allocator's own counters where it matters."""
    o = sim.opt
    n = len(trace)
    req = alloc = res = 0
    for i in range(cut):
        req += sim.dreq[i]
        alloc += sim.dalloc[i]
        res += sim.dres[i]
    start = {"active_requested": req, "allocated_rounded": alloc, "reserved": res}
    peak = {"active_requested": [req, -1], "allocated_rounded": [alloc, -1], "reserved": [res, -1]}
    curve_req = []
    for i in range(cut, sim.count):
        req += sim.dreq[i]
        alloc += sim.dalloc[i]
        res += sim.dres[i]
        j = i - cut
        if req > peak["active_requested"][0]:
            peak["active_requested"] = [req, j]
        if alloc > peak["allocated_rounded"][0]:
            peak["allocated_rounded"] = [alloc, j]
        if res > peak["reserved"][0]:
            peak["reserved"] = [res, j]
        curve_req.append(req)

    # live set at the peak of active_requested, by user frame (replay of the window, ghosts by block list)
    pi = peak["active_requested"][1] + cut
    live = {}
    for i in range(0, pi + 1):
        e = sim.trace[i]
        if e["action"] == "alloc":
            live[e["addr"]] = (e["size"], i)
        elif e["action"] == "free_completed":
            del live[e["addr"]]
    by = {}
    for a, (size, i) in live.items():
        k = user_frame(sim.trace[i].get("frames"))
        c = by.setdefault(k, [0, 0])
        c[0] += size
        c[1] += 1
    assert sum(c[0] for c in by.values()) == peak["active_requested"][0]

    blocks = [(s, b) for s in segs for b in s["blocks"]]
    free_by_pool = {}
    for s in segs:
        for b in s["blocks"]:
            if b["state"] == "inactive":
                key = "%s/%d" % (s["segment_type"], s["stream"])
                free_by_pool[key] = max(free_by_pool.get(key, 0), b["size"])
    cached = sum(b["size"] for _, b in blocks if b["state"] == "inactive")
    releasable = sum(s["total_size"] for s in segs if all(b["state"] == "inactive" for b in s["blocks"]))
    gaps2 = sum(b["size"] ** 2 for _, b in blocks if b["state"] == "inactive")
    total = sum(s["total_size"] for s in segs)
    largest_free = max(free_by_pool.values(), default=0)
    live_blocks = [(s, b) for s, b in blocks if b["state"] != "inactive"]
    big = max(live_blocks, key=lambda x: x[1]["requested_size"], default=None)

    # what a reader of the written window can and cannot pair
    seen, unmatched, reopened = {}, 0, 0
    for e in trace:
        if e["action"] == "alloc":
            reopened += e["addr"] in seen
            seen[e["addr"]] = e["size"]
        elif e["action"] == "free_completed":
            if e["addr"] in seen:
                del seen[e["addr"]]
            else:
                unmatched += 1
    ghosts = [b for _, b in live_blocks if b["address"] not in seen]

    acts = {}
    for e in trace:
        acts[e["action"]] = acts.get(e["action"], 0) + 1
    steps = []
    for k, a, b in sim.steps:
        if a >= cut:
            c = curve_req[a - cut:b - cut]
            steps.append({"step": k, "first_index": a - cut, "end_index": b - cut, "end_active": c[-1],
                          "trough": min(c), "peak": max(c)})
            if sim.spans:
                steps[-1]["start_us"], steps[-1]["end_us"] = sim.spans[k - sim.number(0)]
    t = {
        "generator": "make_snapshot.py", "options": {k: v for k, v in sorted(vars(o).items()) if k not in ("out", "run") and (v is not None or k not in ("start", "step_us"))},
        "device": sim.device, "entries": n, "actions": acts, "entries_lost_to_ring_buffer": cut,
        "before_window": start,
        "peak": {k: {"bytes": v[0], "index": v[1]} for k, v in peak.items()},
        "final": {
            "active_requested": req, "allocated_rounded": alloc, "reserved": res,
            "live_blocks": len(live_blocks),
            "pending_free_blocks": sum(b["state"] == "active_pending_free" for _, b in blocks),
            "segments": len(segs), "blocks": len(blocks),
            "internal_waste": sum(b["size"] - b["requested_size"] for _, b in live_blocks),
        },
        "largest_live_block": big and {"address": big[1]["address"], "requested": big[1]["requested_size"],
                                       "size": big[1]["size"]},
        "fragmentation_at_end": {
            "cached_free": cached, "releasable": releasable, "stranded": cached - releasable,
            "largest_free_block": largest_free, "largest_free_by_pool": free_by_pool,
            "f1": (1 - largest_free / cached) if cached else 0.0,
            "memoryviz_gap_metric": gaps2 / total ** 2 if total else 0.0,
        },
        "pairing": {"free_completed_without_alloc": unmatched, "alloc_over_live": reopened,
                    "live_blocks_without_alloc": len(ghosts),
                    "live_bytes_without_alloc": sum(b["requested_size"] for b in ghosts)},
        "parameters_bytes": sim.totals["param"], "optimizer_state_bytes": sim.totals["opt_state"],
        "leak": None if not o.leak else {
            "bytes_per_step": o.leak_bytes, "blocks": len(sim.leaks),
            "total_bytes": o.leak_bytes * len(sim.leaks),
            "user_frame": "%s %s:%d" % PYSTACK["leak"][0]},
        "oom": None if sim.oom is None else dict(sim.oom, index=sim.oom["index"] - cut),
        "steps": steps,
        "peak_by_user_frame": [{"frame": k, "bytes": v[0], "count": v[1]}
                               for k, v in sorted(by.items(), key=lambda x: (-x[1][0], x[0]))],
        "peak_by_user_frame_is_readable_from_file": cut == 0,
        "distinct_frames": len(sim.stacks.frame_of),
    }
    if o.shape != "dict":
        t["note"] = "list form carries no trace: only the end state can be read from the file"
    return t


def check(obj, truth):
    """Read-back test on the loaded object; written without reference to the simulator."""
    segs = obj if isinstance(obj, list) else obj["segments"]
    for s in segs:
        at = s["address"]
        for b in s["blocks"]:
            assert b.get("address", at) == at, "blocks do not tile"
            at += b["size"]
        assert at == s["address"] + s["total_size"], "blocks do not fill the segment"
        assert s["allocated_size"] == sum(b["size"] for b in s["blocks"] if b["state"] == "active_allocated")
        assert s["active_size"] == sum(b["size"] for b in s["blocks"] if b["state"] != "inactive")
        for x, y in zip(s["blocks"], s["blocks"][1:]):
            assert not (x["state"] == y["state"] == "inactive"), "unmerged neighbours"
    assert sum(s["total_size"] for s in segs) == truth["final"]["reserved"]
    if isinstance(obj, list):
        return
    tr = obj["device_traces"][truth["device"]]
    assert len(tr) == truth["entries"]
    # segments existing at the window's start
    have = {s["address"]: s["total_size"] for s in segs}
    spans = []
    for e in reversed(tr):
        if e["action"] == "segment_alloc":
            assert have.pop(e["addr"]) == e["size"]
        elif e["action"] == "segment_free":
            have[e["addr"]] = e["size"]
    exp = truth["options"]["expandable"]
    starts = sorted(have)
    live = {}
    cur = truth["before_window"]["active_requested"]
    res = truth["before_window"]["reserved"]
    peak, last_t = cur, 0
    for i, e in enumerate(tr):
        assert e["time_us"] >= last_t
        last_t = e["time_us"]
        a = e["action"]
        if a == "segment_alloc":
            bisect.insort(starts, e["addr"])
            have[e["addr"]] = e["size"]
            res += e["size"]
        elif a == "segment_free":
            starts.remove(e["addr"])
            del have[e["addr"]]
            res -= e["size"]
        elif a == "segment_map":
            res += e["size"]
        elif a == "alloc":
            assert e["addr"] not in live
            if not exp:
                s = starts[bisect.bisect_right(starts, e["addr"]) - 1]
                assert s <= e["addr"] and e["addr"] + e["size"] <= s + have[s], "outside its segment"
            live[e["addr"]] = e["size"]
            cur += e["size"]
        elif a == "free_completed":
            live.pop(e["addr"], None)
            cur -= e["size"]
        peak = max(peak, cur)
    assert peak == truth["peak"]["active_requested"]["bytes"]
    assert cur == truth["final"]["active_requested"]
    assert res == truth["final"]["reserved"]
    marks = {(a["name"], a["stage"]): a["time_us"] for a in obj.get("external_annotations", ())}
    for s in truth["steps"]:
        if "start_us" in s:
            assert all(s["start_us"] <= e["time_us"] <= s["end_us"] for e in tr[s["first_index"]:s["end_index"]]), "entries outside their step"
            if marks:
                assert [marks["ProfilerStep#%d" % s["step"], w] for w in ("START", "END")] == [s["start_us"], s["end_us"]]
    blk = {b["address"]: b for s in segs for b in s["blocks"] if b["state"] != "inactive"}
    for a, size in live.items():
        assert blk[a]["requested_size"] == size
    assert len(blk) - len(live) == truth["pairing"]["live_blocks_without_alloc"]
    assert sum(b["requested_size"] for b in blk.values()) == cur


def main():
    ap = argparse.ArgumentParser(description="write a CUDA memory snapshot pickle and its truth file")
    ap.add_argument("out")
    ap.add_argument("--entries", type=int, default=5000, help="trace entries to produce (exact)")
    ap.add_argument("--protocol", type=int, default=4, choices=(2, 3, 4, 5))
    ap.add_argument("--writer", choices=("c", "jit"), default="c", help="CPython pickler, or imitate the C++ one")
    ap.add_argument("--leak", nargs="?", type=float, const=6.0, default=0.0, metavar="MIB",
                    help="keep one tensor of MIB per step for ever (default 6)")
    ap.add_argument("--fragment", action="store_true", help="leave long-lived blocks between holes")
    ap.add_argument("--oom", action="store_true", help="end in a failed allocation")
    ap.add_argument("--expandable", action="store_true", help="expandable segments (segment_map)")
    ap.add_argument("--max-entries", type=int, default=0, help="ring buffer: keep only the last M entries")
    ap.add_argument("--stacks", choices=("all", "python", "none"), default="all")
    ap.add_argument("--shape", choices=("dict", "list", "legacy"), default="dict")
    ap.add_argument("--shape-2026", action="store_true", help="add pool_id and overflow settings")
    ap.add_argument("--host", action="store_true", help="add host_segments and host_traces")
    ap.add_argument("--pending", action="store_true", help="leave two blocks in the pending-free state at the end")
    ap.add_argument("--no-annotations", action="store_true")
    ap.add_argument("--no-vary", dest="vary", action="store_false", help="same sequence length in every step")
    ap.add_argument("--streams", type=int, default=2, choices=(1, 2))
    ap.add_argument("--device", type=int, default=0)
    ap.add_argument("--layers", type=int, default=0)
    ap.add_argument("--d-model", type=int, default=1024)
    ap.add_argument("--heads", type=int, default=16)
    ap.add_argument("--batch", type=int, default=8)
    ap.add_argument("--seq", type=int, default=512)
    ap.add_argument("--vocab", type=int, default=32000)
    ap.add_argument("--capacity-gib", type=float, default=400.0)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--json", action="store_true", help="write JSON text instead of a pickle")
    ap.add_argument("--gzip", action="store_true")
    ap.add_argument("--check", action="store_true", help="load the file again and verify it against the truth")
    ap.add_argument("--start", type=int, metavar="UNIX_NS", help="when recording begins")
    ap.add_argument("--step-us", type=int, metavar="N", help="each step takes N microseconds")
    ap.add_argument("--run", metavar="TRACE.truth.json", help="the run of that trace: its steps and clock (then --entries is what these need)")
    o = ap.parse_args()
    if o.run and (o.oom or o.step_us or o.start is not None):
        ap.error("--run goes with none of --oom, --start, --step-us")
    if o.step_us is not None and o.step_us < 1000:
        ap.error("--step-us: at least 1000")
    if o.run:
        with open(o.run) as f:
            o.run = json.load(f)
        if "step_list" not in o.run:
            ap.error("--run: the truth file has no step_list; write the trace with --plant")
        o.entries, o.layers = 0, o.layers or o.run["layers"]
    if not o.layers:
        o.layers = 2 if o.entries < 20000 else 6 if o.entries < 300000 else 12
    o.leak_bytes = int(o.leak * MIB)
    o.pins = max(16, min(400, o.entries // 60)) if o.fragment else 0

    t0 = time.time()
    sim = Sim(o)
    sim.run()
    if o.run or o.step_us:
        retime(sim)
    segs = segments_of(sim)
    cut = max(0, sim.count - o.max_entries) if o.max_entries else 0
    trace = sim.trace[cut:]
    obj = assemble(sim, trace, segs)
    t1 = time.time()
    with open(o.out, "wb") as f:
        w = gzip.GzipFile(fileobj=f, mode="wb", mtime=0, filename="") if o.gzip else f
        if o.json:
            w.write(json.dumps(obj).encode())
        elif o.writer == "jit":
            JitPickler(w).dump(obj)
        else:
            pickle.dump(obj, w, protocol=o.protocol)
        if o.gzip:
            w.close()
    t2 = time.time()
    truth = truth_of(sim, trace, segs, cut)
    h = hashlib.sha256()
    with open(o.out, "rb") as f:
        for c in iter(lambda: f.read(1 << 20), b""):
            h.update(c)
    truth["file"] = {"name": os.path.basename(o.out), "bytes": os.path.getsize(o.out), "sha256": h.hexdigest()}
    with open(o.out + ".truth.json", "w") as f:
        json.dump(truth, f, indent=1)
        f.write("\n")
    if o.check:
        op = gzip.open if o.gzip else open
        with op(o.out, "rb") as f:
            back = json.load(f) if o.json else pickle.load(f)
        check(back, truth)
    print("%s: %d entries, %d steps, %d segments, peak %.2f GiB, %.1f MB; simulated %.1f s, written %.1f s%s" % (
        o.out, len(trace), len(sim.steps), len(segs), truth["peak"]["active_requested"]["bytes"] / GIB,
        truth["file"]["bytes"] / 1e6, t1 - t0, t2 - t1, ", checked" if o.check else ""))


if __name__ == "__main__":
    main()
