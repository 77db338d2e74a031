#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a synthetic PyTorch GPU training trace in the shape kineto writes, to a target size.

    make_trace.py OUT.json --mb 100 --seed 1 [--layout classic|v2026] [--no-stack] [--no-memory] [--no-shapes]
    make_trace.py OUT.json --steps 16 --plant more              every kind of item (and none at all: --plant none)
    make_trace.py rank2.json --rank 2 --world 4 --late-rank 1 --late-us 40000 --clock-skew-us 800
    make_trace.py OUT.json --start 1767225600000000000 --secrets

OUT.json        the trace (a name ending in .gz is gzip-compressed; --mb is the uncompressed size)
OUT.truth.json  what was planted and where (exact, in the trace's own microseconds), and totals to check a reader by

The run it pretends to be: one DDP rank of a GPT-like model on an A100, a training loop with a DataLoader, forward,
backward on the autograd thread with bucketed NCCL all-reduces on their own stream, and AdamW.  CPU and GPU are really
simulated (launch queue, stream order, event waits, synchronisations), so every gap and overlap follows from a cause.
Planted, each in a step of its own:
  input_bound       enumerate(DataLoader) takes 220 ms, the GPU drains and idles under it
  small_kernel_wall AdamW without foreach: a wall of kernels shorter than 20 us, launch-bound
  sync_in_step      loss.item() between forward and backward: DtoH copy + cudaStreamSynchronize, the GPU idles after it
  long_all_reduce   the last all-reduce takes 60 ms, on every rank, with no compute beside it
and, when asked for (`more` names them all):
  pageable_copies   from one step to the end, two blocking 64 MiB HtoD copies from pageable memory in every step
  comm_exposed      the compute stream waits for each all-reduce of one step: no overlap
  warm_up_step      the first step takes 4 times as long: module and function loading inside the first launch of each kernel
  slow_step         one step whose kernels all take 1.6 times as long (a throttled GPU)
  graph_launch      two steps each launched by one cudaGraphLaunch: all nodes share its correlation and carry
                    "graph id" and "graph node id"
  recompile         in one step a TorchDynamo Cache Lookup misses and compiling takes 80 ms of the CPU

PACED RUNS.  Without --plant, --late-rank and --clock-skew-us the host runs ahead of the GPU from step to step, and the
random draws are those this tool always made.  With any of them the run is paced: each step ends in
torch.cuda.synchronize(), draws its random numbers from (seed, step, part) and counts its ids from its own number, so
that what is planted in one step changes nothing in another but the time at which it happens: two files of one seed
and one length, with and without an item, differ in that item's step(s) only.  Which step a kind has depends on the
number of steps alone.  [memory] instants of a paced run return to the same level after each step.

WORLDS.  With --late-rank or --clock-skew-us the file is rank --rank of --world ranks of one job; generate the others
with the same arguments but --rank.  All-reduces start on each rank when it gets there (up to 40 us apart) and end on all
at one instant of the true clock.  The late rank reaches the collectives of one step --late-us later: its DataLoader
(--late-why input), its forward kernels (compute) or a checkpoint on its CPU (host) takes that much longer, and the
others' nccl kernels wait.  What is planted besides befalls all ranks alike.  --clock-skew-us S puts each rank's clock off by
up to S (rank 0: exact), and odd ranks count from the base time before (baseTimeNanoseconds), as a process does that was
started before a base time's end.

The truth file of any run with one of the options --plant, --late-rank, --clock-skew-us, --start, --secrets, --steps also has
  base_unix_ns, start_unix_ns   Unix time of ts 0 and of the profiler's start, both on this file's own clock
  step_list[]                   {number, ts_ns, dur_ns, planted, phases {loader, forward, backward, optimizer: [ts_ns, end_ns]}};
                                paced: also gpu_busy_ns, gpu_idle_ns, exposed_comm_ns, kernels, kernel_ns (a step's GPU work lies in it)
  planted[]                     only what --plant names and the late rank; every interval also as ts_ns and dur_ns
                                (exact integers); paced: with and without, the step's figures (as in step_list) as written and
                                as they are in the file without that item; a kind in several steps has steps[], one entry each
  ranks                         worlds: clocks[] {rank, offset_ns, base_unix_ns} (this clock = true clock + offset), late_rank,
                                late_step, late_why, late_us, collectives[] {seq, step, name, group, in_nelems, dtype,
                                arrival_unix_ns[rank], end_unix_ns, transfer_ns, last_rank, wait_ns[rank]}: true clock;
                                wait = last arrival - own arrival; on rank r the kernel is [arrival, end]
  secrets[]                     {kind, values[], where[], occurrences {value: how often in the file's text}}

Layouts, both copied from real files: `classic` is what torch up to about 2.9 writes (several keys on a line), `v2026` is what
torch 2.14 writes (one key per line).  In both, baseTimeNanoseconds stands before traceEvents.
As in real files, events are NOT in time order over the file: CPU ops first, then [memory] instants, then python
functions, then CUDA runtime + GPU records, then GPU annotations, then metadata.
Standard library only.
"""
import argparse
import functools
import gc
import gzip
import json
import os
import random
import shutil
import sys
import tempfile
from collections import Counter, deque
from contextlib import contextmanager

US, MS = 1000, 1000000  # nanoseconds
PID = 2910249
AUTOGRAD_TID = 2919752
COMPUTE, COPY, NCCL = 7, 17, 20
QUEUE_DEPTH = 1024
THIRD = 7889238 * 1000 * MS       # kineto counts ts from the start of the current third of a year ...
START = 1711964646000000000 + 4458676388068751      # ... in which this run starts, unless told otherwise
FIRST_STEP = 10
CPU_SCALE, GPU_SCALE = 2.2, 0.42   # a host slowed by the profiler, and a smaller model than the kernel table was noted for

# ---- kernels: key -> (name, usual ns, grid, block, regs, shared, occupancy %)
K = {
    "gemm_qkv": ("ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn", 420 * US, (24, 64, 1), (256, 1, 1), 238, 147456, 13),
    "gemm_proj": ("ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5_tn", 155 * US, (16, 64, 1), (128, 1, 1), 230, 81920, 19),
    "gemm_fc": ("sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize256x128x32_stage3_warpsize4x2x1_tensor16x8x16_kernel", 560 * US, (64, 32, 1), (256, 1, 1), 254, 98304, 13),
    "gemm_wgrad": ("void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3_nt_align8>(cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3_nt_align8::Params)", 470 * US, (128, 8, 1), (256, 1, 1), 236, 73728, 13),
    "flash_fwd": ("void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t, Flash_kernel_traits<128, 128, 64, 4, cutlass::bfloat16_t> >, false, true, false, false, true, true, false, false>(pytorch_flash::Flash_fwd_params)", 270 * US, (8, 8, 16), (128, 1, 1), 255, 65536, 13),
    "flash_bwd": ("void pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<128, 64, 128, 8, 2, 4, 2, false, false, cutlass::bfloat16_t, Flash_kernel_traits<128, 64, 128, 8, cutlass::bfloat16_t> >, false, true, false, false, true, true, false>(pytorch_flash::Flash_bwd_params)", 690 * US, (8, 8, 16), (256, 1, 1), 255, 147456, 13),
    "flash_bwd_pre": ("void pytorch_flash::flash_bwd_dot_do_o_kernel<true, Flash_bwd_kernel_traits<128, 64, 128, 8, 2, 4, 2, false, false, cutlass::bfloat16_t, Flash_kernel_traits<128, 64, 128, 8, cutlass::bfloat16_t> > >(pytorch_flash::Flash_bwd_params)", 31 * US, (16, 8, 16), (256, 1, 1), 40, 0, 75),
    "ln_fwd": ("void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float, false>(int, float, c10::BFloat16 const*, c10::BFloat16 const*, c10::BFloat16 const*, float*, float*, c10::BFloat16*)", 41 * US, (8192, 1, 1), (32, 4, 1), 32, 24, 100),
    "ln_bwd": ("void at::native::(anonymous namespace)::layer_norm_grad_input_kernel_vectorized<c10::BFloat16, float, false>(c10::BFloat16 const*, c10::BFloat16 const*, float const*, float const*, c10::BFloat16 const*, c10::BFloat16*, int)", 66 * US, (8192, 1, 1), (512, 1, 1), 38, 64, 75),
    "ln_gamma": ("void at::native::(anonymous namespace)::GammaBetaBackwardCUDAKernelTemplate<c10::BFloat16, float, 32u, 1u, 32u, true, true, false>(long, long, c10::BFloat16 const*, c10::BFloat16 const*, float const*, float const*, c10::BFloat16*, c10::BFloat16*)", 58 * US, (64, 1, 1), (32, 1, 1), 40, 0, 25),
    "gelu": ("void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}::operator()() const::{lambda()#4}::operator()() const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul> >(int, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}::operator()() const::{lambda()#4}::operator()() const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul>)", 92 * US, (131072, 1, 1), (128, 1, 1), 32, 0, 100),
    "gelu_bwd": ("void at::native::vectorized_elementwise_kernel<4, at::native::GeluBackwardCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}::operator()() const::{lambda()#4}::operator()() const::{lambda(c10::BFloat16, c10::BFloat16)#1}, std::array<char*, 3ul> >(int, at::native::GeluBackwardCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}::operator()() const::{lambda()#4}::operator()() const::{lambda(c10::BFloat16, c10::BFloat16)#1}, std::array<char*, 3ul>)", 131 * US, (131072, 1, 1), (128, 1, 1), 34, 0, 100),
    "add": ("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul>)", 39 * US, (32768, 1, 1), (128, 1, 1), 26, 0, 100),
    "sum_bias": ("void at::native::reduce_kernel<128, 4, at::native::ReduceOp<c10::BFloat16, at::native::func_wrapper_t<c10::BFloat16, at::native::sum_functor<c10::BFloat16, float, c10::BFloat16>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, c10::BFloat16, 4, 4> >(at::native::ReduceOp<c10::BFloat16, at::native::func_wrapper_t<c10::BFloat16, at::native::sum_functor<c10::BFloat16, float, c10::BFloat16>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, c10::BFloat16, 4, 4>)", 44 * US, (16, 32, 1), (32, 4, 1), 40, 2064, 100),
    "emb_fwd": ("void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::BFloat16, long, unsigned int, 2, 2, -2, true>(at::cuda::detail::TensorInfo<c10::BFloat16, unsigned int>, at::cuda::detail::TensorInfo<c10::BFloat16 const, unsigned int>, at::cuda::detail::TensorInfo<long const, unsigned int>, int, int, unsigned int, unsigned int, long)", 52 * US, (864, 1, 1), (128, 1, 1), 28, 0, 100),
    "emb_bwd": ("void at::native::(anonymous namespace)::embedding_backward_feature_kernel<c10::BFloat16, float, long>(long const*, c10::BFloat16 const*, c10::BFloat16*, int, long, int)", 240 * US, (64, 1, 1), (32, 32, 1), 32, 69632, 50),
    "softmax": ("void at::native::(anonymous namespace)::cunn_SoftMaxForward<8, c10::BFloat16, float, float, at::native::(anonymous namespace)::LogSoftMaxForwardEpilogue>(float*, c10::BFloat16 const*, int)", 610 * US, (8192, 1, 1), (1024, 1, 1), 32, 4096, 100),
    "softmax_bwd": ("void at::native::(anonymous namespace)::cunn_SoftMaxBackward<4, float, float, c10::BFloat16, at::native::(anonymous namespace)::LogSoftMaxBackwardEpilogue>(c10::BFloat16*, float const*, float const*, long)", 830 * US, (8192, 1, 1), (1024, 1, 1), 32, 4096, 100),
    "nll_fwd": ("void at::native::(anonymous namespace)::nll_loss_forward_reduce_cuda_kernel_2d<float, float, long>(float*, float*, float const*, long const*, float const*, bool, long, long, long, long)", 17 * US, (1, 1, 1), (32, 1, 1), 30, 512, 2),
    "nll_bwd": ("void at::native::(anonymous namespace)::nll_loss_backward_reduce_cuda_kernel_2d<float, long>(float*, float const*, long const*, float const*, float const*, bool, int, int, long, long)", 9 * US, (1, 1, 1), (32, 1, 1), 26, 0, 2),
    "fill": ("void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, std::array<char*, 1ul> >(int, at::native::FillFunctor<float>, std::array<char*, 1ul>)", 2 * US, (1, 1, 1), (128, 1, 1), 20, 0, 0),
    "mta": ("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous namespace)::FusedAdamMathFunctor<float, 4, (at::native::ADAM_MODE)1, false>, float const*, double, double, double, double, double, bool, float const*, float const*, at::native::ADAM_MODE>(at::native::(anonymous namespace)::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous namespace)::FusedAdamMathFunctor<float, 4, (at::native::ADAM_MODE)1, false>, float const*, double, double, double, double, double, bool, float const*, float const*, at::native::ADAM_MODE)", 330 * US, (320, 1, 1), (512, 1, 1), 48, 0, 63),
    "copy_bf16": ("void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#12}::operator()() const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul>, 4, TrivialOffsetCalculator<1, unsigned int>, TrivialOffsetCalculator<1, unsigned int>, at::native::memory::LoadWithCast<1>, at::native::memory::StoreWithCast<1> >(int, at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#12}::operator()() const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul>, TrivialOffsetCalculator<1, unsigned int>, TrivialOffsetCalculator<1, unsigned int>, at::native::memory::LoadWithCast<1>, at::native::memory::StoreWithCast<1>)", 24 * US, (16384, 1, 1), (128, 1, 1), 24, 0, 100),
    "s_mul": ("void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 2ul> >(int, at::native::AUnaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 2ul>)", 2600, (64, 1, 1), (128, 1, 1), 16, 0, 30),
    "s_lerp": ("void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::lerp_scalar_kernel(at::TensorIteratorBase&, c10::Scalar const&)::{lambda()#2}::operator()() const::{lambda()#2}::operator()() const::{lambda(float, float)#1}, std::array<char*, 3ul> >(int, at::native::(anonymous namespace)::lerp_scalar_kernel(at::TensorIteratorBase&, c10::Scalar const&)::{lambda()#2}::operator()() const::{lambda()#2}::operator()() const::{lambda(float, float)#1}, std::array<char*, 3ul>)", 3400, (64, 1, 1), (128, 1, 1), 22, 0, 30),
    "s_addcmul": ("void at::native::vectorized_elementwise_kernel<4, at::native::addcmul_cuda_kernel(at::TensorIteratorBase&, c10::Scalar const&)::{lambda()#2}::operator()() const::{lambda()#2}::operator()() const::{lambda(float, float, float)#1}, std::array<char*, 4ul> >(int, at::native::addcmul_cuda_kernel(at::TensorIteratorBase&, c10::Scalar const&)::{lambda()#2}::operator()() const::{lambda()#2}::operator()() const::{lambda(float, float, float)#1}, std::array<char*, 4ul>)", 4100, (64, 1, 1), (128, 1, 1), 28, 0, 30),
    "s_sqrt": ("void at::native::vectorized_elementwise_kernel<4, at::native::sqrt_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}::operator()() const::{lambda()#2}::operator()() const::{lambda(float)#1}, std::array<char*, 2ul> >(int, at::native::sqrt_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}::operator()() const::{lambda()#2}::operator()() const::{lambda(float)#1}, std::array<char*, 2ul>)", 2500, (64, 1, 1), (128, 1, 1), 18, 0, 30),
    "s_add": ("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctorOnSelf_add<float>, std::array<char*, 2ul> >(int, at::native::CUDAFunctorOnSelf_add<float>, std::array<char*, 2ul>)", 2400, (64, 1, 1), (128, 1, 1), 16, 0, 30),
    "s_addcdiv": ("void at::native::vectorized_elementwise_kernel<4, at::native::addcdiv_cuda_kernel(at::TensorIteratorBase&, c10::Scalar const&)::{lambda()#2}::operator()() const::{lambda()#2}::operator()() const::{lambda(float, float, float)#1}, std::array<char*, 4ul> >(int, at::native::addcdiv_cuda_kernel(at::TensorIteratorBase&, c10::Scalar const&)::{lambda()#2}::operator()() const::{lambda()#2}::operator()() const::{lambda(float, float, float)#1}, std::array<char*, 4ul>)", 5200, (64, 1, 1), (128, 1, 1), 30, 0, 30),
    "nccl": ("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 1350 * US, (24, 1, 1), (544, 1, 1), 96, 84888, 26),
}
API = {"cudaLaunchKernel": 211, "cudaLaunchKernelExC": 430, "cudaMemcpyAsync": 41, "cudaMemsetAsync": 51,
       "cudaStreamSynchronize": 131, "cudaEventRecordWithFlags": 372, "cudaStreamWaitEvent": 147, "cudaEventQuery": 136,
       "cudaDeviceSynchronize": 165, "cudaStreamIsCapturing": 317, "cudaGraphLaunch": 311}


PLANTS = ("input_bound", "small_kernel_wall", "sync_in_step", "long_all_reduce")
MORE = ("pageable_copies", "comm_exposed", "warm_up_step", "slow_step", "graph_launch", "recompile")
PAGEABLE = (2, 64 << 20, 5.9)     # copies a step, bytes, GB/s
SLOW, WARM_UP = 1.6, 4            # a throttled step's kernels, the first step
SPREAD = 40 * US                  # ranks reach a collective within this time of each other

# ---- --secrets: all made up, each plainly fake
SECRETS = {
    "home_path": "/home/fakeuser", "host_name": "fakehost-07.corp.example", "email": "fake.user@mail.example",
    "hf_token": "hf_" + "FAKE" * 8 + "Fk", "aws_key": "AKIA" + "FAKE" * 4, "github_token": "ghp_" + "FAKE" * 9,
    "url_password": "https://fakeuser:FakePassw0rd@data.corp.example/shards", "private_ip": "10.11.12.13",
    "command_line": "python /home/fakeuser/train/train.py --config gpt.yaml --api-key FAKE-API-KEY-0000", "wandb_key": "fa4e" * 10,
}
SECRETS["env_dump"] = (f"USER=fakeuser; HOME={SECRETS['home_path']}; MASTER_ADDR={SECRETS['private_ip']}; HF_TOKEN={SECRETS['hf_token']}; "
                       f"AWS_ACCESS_KEY_ID={SECRETS['aws_key']}; WANDB_API_KEY={SECRETS['wandb_key']}")
SECRETS["git_remote"] = f"https://{SECRETS['github_token']}@github.com/example/train.git"


@functools.lru_cache(None)
def q(s):
    return s.replace("\\", "/").replace('"', '\\"')


def us(ns):
    return f"{ns // 1000}.{ns % 1000:03d}"


class Trace:
    """Formats records in one of kineto's two layouts and keeps them in sections, as real files have them."""

    SECTIONS = ("cpu", "mem", "py", "gpu", "ann", "meta")

    def __init__(self, layout, tmpdir):
        self.v26 = layout == "v2026"
        self.files = {s: open(os.path.join(tmpdir, s), "w+b") for s in self.SECTIONS}
        self.bytes = 0
        self.count = Counter()

    def put(self, section, text):
        data = text.encode()
        self.files[section].write(data)
        self.bytes += len(data)

    def x(self, cat, name, pid, tid, ts, dur, args):
        self.count["X/" + cat] += 1
        if self.v26:
            return (f'\n  {{\n    "ph": "X",\n    "cat": "{cat}",\n    "name": "{name}",\n    "pid": {pid},\n    "tid": {tid},\n'
                    f'    "ts": {us(ts)},\n    "dur": {us(dur)}\n    ,\n    "args": {{\n      {args}\n    }}\n  }},')
        return (f'\n  {{\n    "ph": "X", "cat": "{cat}", "name": "{name}", "pid": {pid}, "tid": {tid},\n'
                f'    "ts": {us(ts)}, "dur": {us(dur)},\n    "args": {{\n      {args}\n    }}\n  }},')

    def overhead(self, name, ts, dur):
        self.count["X/overhead"] += 1
        if self.v26:
            return (f'\n  {{\n    "ph": "X",\n    "cat": "overhead",\n    "name": "{name}",\n    "pid": -1,\n    "tid": 0,\n'
                    f'    "ts": {us(ts)},\n    "dur": {us(dur)}\n  }},')
        return f'\n  {{\n    "ph": "X", "cat": "overhead", "name": "{name}", "pid": -1, "tid": 0,\n    "ts": {us(ts)}, "dur": {us(dur)}\n  }},'

    def flow(self, ph, fid, pid, tid, ts, cat):
        self.count[ph + "/" + cat] += 1
        bp = ', "bp": "e"' if ph == "f" else ""
        if self.v26:
            return (f'\n  {{\n    "ph": "{ph}",\n    "id": {fid},\n    "pid": {pid},\n    "tid": {tid},\n    "ts": {us(ts)},\n'
                    f'    "cat": "{cat}",\n    "name": "{cat}"\n    {bp}\n  }},')
        return (f'\n  {{\n    "ph": "{ph}", "id": {fid}, "pid": {pid}, "tid": {tid}, "ts": {us(ts)},\n'
                f'    "cat": "{cat}", "name": "{cat}"{bp}\n  }},')

    def instant(self, name, ts, args):
        self.count["i/cpu_instant_event"] += 1
        if self.v26:
            return (f'\n  {{\n    "ph": "i",\n    \n    "cat": "cpu_instant_event",\n    "s": "t",\n    "name": "{name}",\n    "pid": {PID},\n'
                    f'    "tid": {PID},\n    "ts": {us(ts)}\n    ,\n    "args": {{\n      {args}\n    }}\n  }},')
        return (f'\n  {{\n    "ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "{name}",\n    "pid": {PID}, "tid": {PID},\n'
                f'    "ts": {us(ts)},\n    "args": {{\n      {args}\n    }}\n  }},')

    def meta(self, name, ts, pid, tid, key, value):
        self.count["M"] += 1
        if self.v26:
            return (f'\n  {{\n    "ph": "M",\n    "name": "{name}",\n    "ts": {us(ts)},\n    "pid": {pid},\n    "tid": {tid},\n'
                    f'    "args": {{\n      "{key}": {value}\n    }}\n  }},')
        return (f'\n  {{\n    "name": "{name}", "ph": "M", "ts": {us(ts)}, "pid": {pid}, "tid": {tid},\n'
                f'    "args": {{\n      "{key}": {value}\n    }}\n  }},')


def clocks(a):
    """Per rank (offset_ns, base_unix_ns): its clock = true clock + offset; its ts count from its base time."""
    skew = a.clock_skew_us * US
    rng = random.Random(f"{a.seed}/clocks")
    out = []
    for r in range(max(a.world, a.rank + 1)):
        offset = rng.randint(-skew, skew) if r else 0
        out.append((offset, (a.start + offset) // THIRD * THIRD - (THIRD if skew and r % 2 else 0)))
    return out


@functools.lru_cache(None)
def kernel_args(key, sep):
    """The part of a kernel's args that is the same for each launch of it."""
    _, _, grid, block, regs, shmem, occ = K[key]
    blocks = grid[0] * grid[1] * grid[2] / 108.0
    warps = blocks * ((block[0] * block[1] * block[2] + 31) // 32)
    return (f'"registers per thread": {regs}{sep}"shared memory": {shmem}{sep}"blocks per SM": {blocks:.6f}{sep}"warps per SM": {warps:.6f}{sep}'
            f'"grid": [{grid[0]}, {grid[1]}, {grid[2]}]{sep}"block": [{block[0]}, {block[1]}, {block[2]}]{sep}"est. achieved occupancy %": {occ}')


class Run:
    """The simulated training run."""

    ALLOCATED, FIRST_ADDR = 9 << 30, 0x7F2A40000000

    def __init__(self, trace, rng, a, paced=False, world=False, secrets=False):
        self.tr, self.a, self.layers = trace, a, a.layers
        self.stack, self.memory, self.shapes, self.world_size = not a.no_stack, not a.no_memory, not a.no_shapes, a.world
        self.paced, self.world, self.secrets = paced, world, secrets
        self.use(rng)
        self.offset, self.base = clocks(a)[a.rank]
        self.t0 = a.start + self.offset - self.base
        self.clock = self.t0 + 12 * MS
        self.ext, self.corr, self.seq, self.pyid, self.comm_seq, self.fwdbwd = 0, 30000, 0, 0, 0, 0
        self.gpu_free = {COMPUTE: 0, COPY: 0, NCCL: 0}
        self.queue = deque()              # start times of the last QUEUE_DEPTH kernels
        self.busy, self.kind = [], []     # (start, end) of every GPU record; "k" kernel, "n" nccl, "c" copy or memset
        self.kernels = self.kernel_ns = 0
        self.ann, self.py_parent = [], [None]
        self.cpu, self.gpu, self.py, self.mem, self.anns = [], [], [], [], []
        self.alloc_now, self.addr = self.ALLOCATED, self.FIRST_ADDR
        self.reserved = (max(38, 12 + self.layers) if paced else 38) << 30
        self.module_ids = {}
        self.sep = ", " if trace.v26 else ",      "
        self.last = None                  # (start, end) of the last finished op
        self.index = 0                    # of the step, from 0
        self.slow = 1.0                   # what each kernel's time is multiplied with
        self.cold = {}                    # kernels not yet loaded: key -> what loading takes
        self.overheads = []               # (name, start, dur)
        self.log = None                   # a list: what a CUDA graph of this work would hold
        self.late, self.late_factor = 0, 1.0    # this run of the step is the late rank's: by how much (ns), and its kernels' slow-down
        self.ends, self.met = {}, []      # collectives: seq -> common end where known beforehand; (seq, arrival, transfer, end) as it came
        self.room = 250 * (self.layers + 4)     # ids one part of a step may use

    # -- random draws
    def use(self, rng):
        """Draws from rng from now on."""
        self.rng, self.random, self.bits = rng, rng.random, rng.getrandbits

    @contextmanager
    def apart(self, part, room=None):
        """A part of a step that differs with what is planted.  In a paced run it has draws and ids of its own, so that what follows
        it has the same ones either way."""
        if not self.paced:
            yield
            return
        rng, ext, corr, pyid, room = self.rng, self.ext, self.corr, self.pyid, room or self.room
        self.use(random.Random(f"{self.a.seed}/{self.index}/{part}"))
        yield
        self.use(rng)
        self.ext, self.corr, self.pyid = ext + room, corr + room, pyid + room

    @contextmanager
    def dry(self):
        """What happens inside is undone at its end, draws and records included: for asking what would be."""
        lists = {k: len(v) for k, v in vars(self).items() if isinstance(v, list)}
        rest = {k: v.copy() if isinstance(v, (dict, deque)) else v for k, v in vars(self).items() if not isinstance(v, list)}
        state, count, ann = self.rng.getstate(), self.tr.count.copy(), self.ann
        self.ann = []                     # the annotations around this must not grow with it
        yield
        self.ann = ann
        for k, n in lists.items():
            del getattr(self, k)[n:]
        vars(self).update(rest)
        self.rng.setstate(state)
        self.tr.count = count

    def jit(self, ns, spread=0.18):
        """ns, more or less, plus randrange(1, 999) as random.randrange draws it, written out since it is called for everything."""
        x = int(ns * (1.0 + spread * (self.random() - 0.5) * 2))
        r = self.bits(10)
        while r >= 998:
            r = self.bits(10)
        return x + 1 + r

    # -- primitives
    def tick(self):
        """Real records never touch: randrange(30, 260) ns pass between one's end and the next one's start."""
        r = self.bits(8)
        while r >= 230:
            r = self.bits(8)
        self.clock += 30 + r
        return self.clock

    @staticmethod
    @functools.lru_cache(None)
    def dims_text(d):
        strides = []
        for s in json.loads(d):
            n, st = 1, []
            for v in reversed(s):
                st.insert(0, n)
                n *= v
            strides.append(st)
        types = ", ".join('"c10::BFloat16"' if s else '""' for s in strides)
        conc = ", ".join('""' for _ in strides)
        return f'"Concrete Inputs": [{conc}], "Input type": [{types}], "Input Strides": {strides}, "Input Dims": {d}, '

    def dims(self, d):
        return "" if not self.shapes or d is None else self.dims_text(repr(d))

    def op(self, name, self_ns, body=None, d=None, tid=PID, seq=None, fwd_tid=0, extra="", cat="cpu_op"):
        self.ext += 1
        ext = self.ext
        slot = len(self.cpu)
        self.cpu.append(None)
        start = self.tick()
        if seq == "new":
            self.seq += 1
            seqno = self.seq
        else:
            seqno = seq
        self.clock += self.jit(self_ns * CPU_SCALE) // 2
        if body:
            body(ext)
        self.clock += self.jit(self_ns * CPU_SCALE) // 2
        self.last = start, self.clock
        seqs = f'"Sequence number": {seqno}, "Fwd thread id": {fwd_tid}, ' if seqno is not None else ""
        text = self.tr.x(cat, q(name), PID, tid, start, self.clock - start,
                         f'"External id": {ext},"Record function id": {ext}, {extra}{self.dims(d)}{seqs}"Ev Idx": {ext - 1}')
        if seq == "new":
            self.fwdbwd += 1
            text += self.tr.flow("s", seqno, PID, tid, start, "fwdbwd")
        elif seqno is not None and name.endswith("Backward0") and not name.startswith("autograd"):
            text += self.tr.flow("f", seqno, PID, tid, start, "fwdbwd")
        self.cpu[slot] = text
        return seqno

    def annotation(self, name, body, tid=PID, gpu=True):
        rec = {}
        self.ann.append(rec)
        self.ext += 1
        ext = self.ext
        slot = len(self.cpu)
        self.cpu.append(None)
        start = self.tick()
        body(ext)
        self.clock += self.jit(900)
        self.ann.pop()
        self.cpu[slot] = self.tr.x("user_annotation", q(name), PID, tid, start, self.clock - start,
                                   f'"External id": {ext},"Record function id": {ext}, "Ev Idx": {ext - 1}')
        if gpu:
            for stream, (a, b) in rec.items():
                self.anns.append(self.tr.x("gpu_user_annotation", q(name), 0, stream, a - 1, b - a + 2, f'"External id": {ext}'))
        return start, self.clock

    def pyf(self, name, body, module=False, self_ns=1500):
        if self.secrets and name.startswith(("train.py", "model.py")):
            name = f"{SECRETS['home_path']}/train/{name}"
        if not self.stack:
            self.clock += self.jit(self_ns)
            return body(None)
        self.pyid += 1
        me, parent = self.pyid, self.py_parent[-1]
        self.py_parent.append(me)
        slot = len(self.py)
        self.py.append(None)
        start = self.tick()
        self.clock += self.jit(self_ns) // 2
        out = body(None)
        self.clock += self.jit(self_ns) // 2
        self.py_parent.pop()
        mod = ""
        if module:
            mod = f', "Python module id": {self.module_ids.setdefault(name, len(self.module_ids))}'
        par = f'"Python parent id": {parent}, ' if parent is not None else '"Python parent id": null, '
        self.py[slot] = self.tr.x("python_function", q(name), PID, PID, start, self.clock - start,
                                  f'{par}"Python id": {me}{mod}, "Ev Idx": {me + 100000}')
        return out

    def api(self, name, dur, ext, tid):
        self.corr += 1
        start = self.tick()
        self.clock += dur
        self.gpu.append(self.runtime(name, start, ext, tid))
        return self.corr, start

    def runtime(self, name, start, ext, tid):
        """The record of the call with the last correlation, from start until now."""
        return self.tr.x("cuda_runtime", name, PID, tid, start, self.clock - start,
                         f'"External id": {ext}{self.sep}"cbid": {API[name]}, "correlation": {self.corr}')

    def gpu_record(self, kind, stream, start, dur):
        self.gpu_free[stream] = start + dur
        self.busy.append((start, start + dur))
        self.kind.append(kind)
        for rec in self.ann:
            a, b = rec.get(stream, (start, start + dur))
            rec[stream] = (min(a, start), max(b, start + dur))

    def launch(self, key, ext, tid, scale=1.0, stream=COMPUTE, after=0, dur=None, args_extra=""):
        usual = K[key][1]
        call = "cudaLaunchKernelExC" if key.startswith(("gemm_fc", "flash", "nccl")) else "cudaLaunchKernel"
        cost = self.jit(5600, 0.35)
        if len(self.queue) >= QUEUE_DEPTH:
            oldest = self.queue.popleft()
            if oldest > self.clock + cost:
                cost = oldest - self.clock      # the launch queue is full: the launch blocks
        loading = self.cold.pop(key, 0)
        cost += loading
        corr, at = self.api(call, cost, ext, tid)
        if loading:
            self.load(at + 1500, loading)
        self.gpu.append(self.tr.flow("s", corr, PID, tid, at, "ac2g"))
        start = max(self.gpu_free[stream] + self.jit(900), at + cost + self.jit(2400), after)
        d = dur if dur is not None else self.jit(usual * scale * (GPU_SCALE if usual > 6000 else 1.0), 0.06)
        if self.slow != 1.0:
            d = int(d * self.slow)
        self.queue.append(start)
        return self.kernel(key, ext, corr, stream, start, d, args_extra)

    def kernel(self, key, ext, corr, stream, start, d, args_extra):
        """One kernel on the GPU; returns (correlation, start, duration)."""
        if self.log is not None:
            self.log.append((key, stream, d, args_extra))
        if self.world and stream == NCCL:
            start, d = self.meet(start, d)
        s = self.sep
        self.gpu.append(self.tr.x(
            "kernel", q(K[key][0]), 0, stream, start, d,
            f'"External id": {ext}{s}"queued": 0, "device": 0, "context": 1{s}"stream": {stream}, "correlation": {corr}{s}{kernel_args(key, s)}{args_extra}'))
        self.gpu.append(self.tr.flow("f", corr, 0, stream, start, "ac2g"))
        self.gpu_record("n" if stream == NCCL else "k", stream, start, d)
        self.kernels += 1
        self.kernel_ns += d
        return corr, start, d

    def memcpy(self, kind, nbytes, gbps, ext, tid, stream=COMPUTE, blocking=False):
        """Returns (correlation, start, duration); a blocking call lasts until the copy is done, and what it took is in self.last."""
        corr, at = self.api("cudaMemcpyAsync", self.jit(6200, 0.3), ext, tid)
        self.gpu.append(self.tr.flow("s", corr, PID, tid, at, "ac2g"))
        start = max(self.gpu_free[stream] + self.jit(1100), self.clock + self.jit(1500))
        dur = self.jit(1200) + int(nbytes / gbps)
        if blocking:                      # write the call again, at its real length
            self.clock = start + dur + self.jit(2600)
            self.tr.count["X/cuda_runtime"] -= 1
            self.gpu[-2] = self.runtime("cudaMemcpyAsync", at, ext, tid)
            self.last = at, self.clock
        s = self.sep
        self.gpu.append(self.tr.x("gpu_memcpy", f"Memcpy {kind}", 0, stream, start, dur,
                                  f'"External id": {ext}{s}"device": 0, "context": 1{s}"stream": {stream}, "correlation": {corr}{s}'
                                  f'"bytes": {nbytes}, "memory bandwidth (GB/s)": {nbytes / dur!r}'))
        self.gpu.append(self.tr.flow("f", corr, 0, stream, start, "ac2g"))
        self.gpu_record("c", stream, start, dur)
        return corr, start, dur

    def memset(self, nbytes, ext, tid):
        corr, at = self.api("cudaMemsetAsync", self.jit(4000), ext, tid)
        self.gpu.append(self.tr.flow("s", corr, PID, tid, at, "ac2g"))
        start = max(self.gpu_free[COMPUTE] + self.jit(900), self.clock + self.jit(1500))
        self.zero(nbytes, ext, corr, start, self.jit(1500) + nbytes // 900)

    def zero(self, nbytes, ext, corr, start, dur, args_extra=""):
        """One memset on the GPU."""
        if self.log is not None:
            self.log.append((None, COMPUTE, dur, nbytes))
        s = self.sep
        self.gpu.append(self.tr.x("gpu_memset", "Memset (Device)", 0, COMPUTE, start, dur,
                                  f'"External id": {ext}{s}"device": 0, "context": 1{s}"stream": 7, "correlation": {corr}{s}'
                                  f'"bytes": {nbytes}, "memory bandwidth (GB/s)": {nbytes / dur!r}{args_extra}'))
        self.gpu.append(self.tr.flow("f", corr, 0, COMPUTE, start, "ac2g"))
        self.gpu_record("c", COMPUTE, start, dur)

    def join_comm(self):
        """The default stream waits for the buckets."""
        if self.log is not None:
            self.log.append(("join", COMPUTE, 0, ""))
        self.gpu_free[COMPUTE] = max(self.gpu_free[COMPUTE], self.gpu_free[NCCL])

    def alloc(self, nbytes):
        if not self.memory:
            return
        self.alloc_now += nbytes
        self.addr += (abs(nbytes) + 511) // 512 * 512
        self.mem.append(self.tr.instant("[memory]", self.clock,
                                        f'"Total Reserved": {self.reserved}, "Total Allocated": {self.alloc_now}, "Bytes": {nbytes}, '
                                        f'"Device Id": 0, "Device Type": 1, "Addr": {self.addr}, "Ev Idx": {self.ext + 50000}'))

    # -- pieces of the model
    B, T, D = 8, 1024, 2048

    def empty(self, d, tid=PID, n=None):
        self.op("aten::empty", 2100, None, [[], [], [], [], [], []], tid)
        self.alloc(n if n is not None else 2 * self.B * self.T * self.D)

    def linear(self, label, key, din, dout):
        def run(_):
            def body(ext):
                self.op("aten::t", 1300, lambda e: self.op("aten::transpose", 1500, lambda e2: self.op("aten::as_strided", 700, None, [[dout, din], [], [], []]),
                                                           [[dout, din], [], []]), [[dout, din]])
                self.op("aten::view", 800, None, [[self.B, self.T, din], []])
                self.seq_of[label] = self.op("aten::addmm", 9000, lambda e: (self.launch(key, e, PID), self.alloc(2 * self.B * self.T * dout)),
                                             [[dout], [self.B * self.T, din], [din, dout], [], []], seq="new")
                self.op("aten::view", 700, None, [[self.B * self.T, dout], []])
            self.op("aten::linear", 2600, body, [[self.B, self.T, din], [dout, din], [dout]])
        self.pyf(f"nn.Module: Linear_{label}", lambda _: self.pyf("torch/nn/modules/linear.py(130): forward",
                 lambda _: self.pyf("<built-in function linear>", run)), module=True)

    def layernorm(self, label):
        x = [self.B, self.T, self.D]

        def run(_):
            self.op("aten::layer_norm", 2300, lambda e: self.seq_of.__setitem__(label, self.op(
                "aten::native_layer_norm", 8200, lambda e2: (self.empty(x), self.empty([self.B, self.T, 1], n=32768), self.launch("ln_fwd", e2, PID)),
                [x, [], [self.D], [self.D], []], seq="new")), [x, [], [self.D], [self.D], [], []])
        self.pyf(f"nn.Module: LayerNorm_{label}", lambda _: self.pyf("torch/nn/modules/normalization.py(217): forward",
                 lambda _: self.pyf("torch/nn/functional.py(2900): layer_norm", run)), module=True)

    def add(self, label):
        x = [self.B, self.T, self.D]
        self.seq_of[label] = self.op("aten::add", 5200, lambda e: (self.launch("add", e, PID), self.alloc(2 * self.B * self.T * self.D)), [x, x, []], seq="new")

    def block(self, i):
        def attn(_):
            self.linear(f"qkv{i}", "gemm_qkv", self.D, 3 * self.D)
            self.op("aten::split", 1900, lambda e: [self.op("aten::narrow", 1200, lambda e2: self.op("aten::slice", 1100, lambda e3: self.op("aten::as_strided", 600))) for _ in range(3)],
                    [[self.B, self.T, 3 * self.D], [], []])
            for _ in range(3):
                self.op("aten::view", 900, None, [[self.B, self.T, self.D], []])
                self.op("aten::transpose", 1200, lambda e: self.op("aten::as_strided", 600), [[self.B, self.T, 16, 128], [], []])
            h = [self.B, 16, self.T, 128]
            self.op("aten::scaled_dot_product_attention", 3600, lambda e: self.seq_of.__setitem__(f"sdpa{i}", self.op(
                "aten::_scaled_dot_product_flash_attention", 4200, lambda e2: self.op(
                    "aten::_flash_attention_forward", 6900, lambda e3: (self.empty(h), self.launch("flash_fwd", e3, PID)), [h, h, h]), [h, h, h, [], []], seq="new")), [h, h, h])
            self.linear(f"proj{i}", "gemm_proj", self.D, self.D)

        def mlp(_):
            self.linear(f"fc1{i}", "gemm_fc", self.D, 4 * self.D)
            self.seq_of[f"gelu{i}"] = self.op("aten::gelu", 4700, lambda e: (self.alloc(8 * self.B * self.T * self.D), self.launch("gelu", e, PID)), [[self.B, self.T, 4 * self.D], []], seq="new")
            self.linear(f"fc2{i}", "gemm_fc", 4 * self.D, self.D)

        def fwd(_):
            self.layernorm(f"ln1{i}")
            self.pyf(f"nn.Module: CausalSelfAttention_{i}", lambda _: self.pyf("model.py(52): forward", attn), module=True)
            self.add(f"res1{i}")
            self.layernorm(f"ln2{i}")
            self.pyf(f"nn.Module: MLP_{i}", lambda _: self.pyf("model.py(87): forward", mlp), module=True)
            self.add(f"res2{i}")
        self.pyf(f"nn.Module: Block_{i}", lambda _: self.pyf("model.py(103): forward", fwd), module=True)

    def bwd_node(self, name, label, body, tid):
        seq = self.seq_of.get(label)
        self.op(f"autograd::engine::evaluate_function: {name}", 3000, lambda e: self.op(name, 2600, body, None, tid, seq, 1), None, tid, seq, 1)

    def accumulate(self, tid, size):
        name = "torch::autograd::AccumulateGrad"
        self.op(f"autograd::engine::evaluate_function: {name}", 2700, lambda e: (self.op(name, 1500, lambda e2: self.op("aten::detach", 900, lambda e3: self.op("detach", 500, None, [[size]], tid), [[size]], tid), None, tid),
                self.op("torch.distributed.ddp.reducer::mul_out", 1600, None, None, tid)), None, tid)

    def linear_bwd(self, label, key, din, dout, tid):
        M = self.B * self.T
        self.bwd_node("AddmmBackward0", label, lambda e: (
            self.op("aten::t", 1200, lambda e2: self.op("aten::transpose", 1300, None, [[din, dout], [], []], tid), [[din, dout]], tid),
            self.op("aten::mm", 8400, lambda e2: (self.launch(key, e2, tid), self.alloc(2 * M * din)), [[M, dout], [dout, din]], tid),
            self.op("aten::mm", 8100, lambda e2: self.launch("gemm_wgrad", e2, tid, din * dout / (4.0 * self.D * self.D)), [[dout, M], [M, din]], tid),
            self.op("aten::sum", 6100, lambda e2: self.launch("sum_bias", e2, tid), [[M, dout], [], [], []], tid)), tid)
        self.op("autograd::engine::evaluate_function: ViewBackward0", 2300, lambda e: self.op("ViewBackward0", 1500, lambda e2: self.op("aten::reshape", 1400, lambda e3: self.op("aten::view", 700, None, [[M, dout], []], tid), [[M, dout], []], tid), None, tid), None, tid)
        self.accumulate(tid, din * dout)
        self.alloc(-2 * M * dout)

    def block_bwd(self, i, tid):
        x = [self.B, self.T, self.D]
        self.bwd_node("AddBackward0", f"res2{i}", None, tid)
        self.linear_bwd(f"fc2{i}", "gemm_fc", 4 * self.D, self.D, tid)
        self.bwd_node("GeluBackward0", f"gelu{i}", lambda e: self.op("aten::gelu_backward", 4300, lambda e2: self.launch("gelu_bwd", e2, tid), [[self.B, self.T, 4 * self.D], [self.B, self.T, 4 * self.D], []], tid), tid)
        self.linear_bwd(f"fc1{i}", "gemm_fc", self.D, 4 * self.D, tid)
        for part, nxt in (("ln2", "res1"), ("ln1", None)):
            if part == "ln1":
                self.linear_bwd(f"proj{i}", "gemm_proj", self.D, self.D, tid)
                h = [self.B, 16, self.T, 128]
                self.bwd_node("ScaledDotProductFlashAttentionBackward0", f"sdpa{i}", lambda e: self.op("aten::_scaled_dot_product_flash_attention_backward", 4200, lambda e2: self.op(
                    "aten::_flash_attention_backward", 9000, lambda e3: (self.memset(4 * self.B * self.T * self.D // 64, e3, tid), self.launch("flash_bwd_pre", e3, tid), self.launch("flash_bwd", e3, tid)), [h] * 6, tid), [h] * 6, tid), tid)
                self.linear_bwd(f"qkv{i}", "gemm_qkv", self.D, 3 * self.D, tid)
            self.bwd_node("NativeLayerNormBackward0", f"{part}{i}", lambda e: self.op("aten::native_layer_norm_backward", 8800, lambda e2: (self.launch("ln_bwd", e2, tid), self.launch("ln_gamma", e2, tid)), [x, x, [], [self.B, self.T, 1], [self.B, self.T, 1], [self.D], [self.D], []], tid), tid)
            self.accumulate(tid, self.D)
            self.op("aten::add", 4800, lambda e: self.launch("add", e, tid), [x, x, []], tid)
            if nxt:
                self.bwd_node("AddBackward0", f"{nxt}{i}", None, tid)

    def all_reduce(self, elems, tid, dur=None, exposed=False):
        self.comm_seq += 1
        ranks = list(range(self.world_size if self.world else min(self.world_size, 12)))
        ranks = f"{ranks[:30]}".replace("]", f", ..., {ranks[-1]}]") if len(ranks) > 30 else ranks
        coll = (f', "Collective name": "allreduce", "In msg nelems": {elems}, "Out msg nelems": {elems}, "Group size": {self.world_size}, '
                f'"dtype": "BFloat16", "Process Group Name": "0", "Process Group Description": "default_pg", '
                f'"Process Group Ranks": "{ranks}"')
        seq = f', "Seq": {self.comm_seq}'
        found = {}

        def inner(ext):
            def launch(e):
                self.api("cudaEventRecordWithFlags", self.jit(1200), e, tid)
                self.api("cudaStreamWaitEvent", self.jit(900), e, tid)
                d = self.jit(900 * US * elems / 13107200, 0.25) if dur is None or self.paced else 0
                d = d if dur is None else dur
                found["k"] = self.launch("nccl", e, tid, 1.0, NCCL, self.gpu_free[COMPUTE] + 1500, d, coll + seq if self.world else coll)
                self.api("cudaEventRecordWithFlags", self.jit(1100), e, tid)
            self.op("record_param_comms", 14000, lambda e: self.annotation("nccl:all_reduce", lambda e2: launch(e), tid), [[elems], [], [], [], []], tid,
                    extra=coll[2:] + seq + ", ")
        self.op("c10d::allreduce_", 21000, inner, [[elems], [], [], [], []], tid)
        with self.apart(f"wait {self.comm_seq}", 8):
            if exposed:                   # work.wait(): the compute stream goes on when the bucket is done
                self.api("cudaStreamWaitEvent", self.jit(1000), self.ext, tid)
                self.join_comm()
        return found["k"]

    def lags(self, seq):
        """How much later than the earliest possible each rank gets to a collective."""
        rng = random.Random(f"{self.a.seed}/meet/{seq}")
        return [rng.randrange(SPREAD) for _ in range(self.world_size)]

    def meet(self, start, transfer):
        """A collective of all ranks: from this rank's arrival to the end common to all.  Ranks but the late one run alike, so that the
        last one to come is known here; for the late one's step self.ends says it."""
        lags, seq = self.lags(self.comm_seq), self.comm_seq
        end = self.ends.get(seq, start + max(lags) + transfer)
        self.met.append((seq, start, transfer, end))
        start += lags[self.a.rank]
        return start, end - start

    # -- one training step
    def begin(self, index):
        """A paced run's step has draws, ids and memory of its own."""
        self.index = index
        self.use(random.Random(f"{self.a.seed}/{index}"))
        first = index * 10 * self.room
        self.ext, self.corr, self.seq, self.pyid = first, 30000 + first, first, first
        self.comm_seq = index * ((self.layers + 1) // 2)
        self.alloc_now, self.addr = self.ALLOCATED, self.FIRST_ADDR

    def synchronize(self, ext):
        """torch.cuda.synchronize(), with which a paced run's step ends; what the step still holds of activations is freed."""
        def wait(_):
            done = max(self.gpu_free.values()) + self.jit(5200)
            self.api("cudaDeviceSynchronize", max(done - self.clock, 2000), ext, PID)
            self.queue.clear()
        self.pyf("torch/cuda/__init__.py(985): synchronize", lambda _: self.pyf("<built-in function _cuda_synchronize>", wait))
        if self.alloc_now != self.ALLOCATED:
            self.alloc(self.ALLOCATED - self.alloc_now)

    def step(self, index, plant):
        """One ProfilerStep with at most one kind planted; returns what is to be known of it."""
        info = {"plant": plant, "number": FIRST_STEP + index, "phases": {}}
        self.seq_of = {}
        if self.paced:
            self.begin(index)
        begin, records, kernels, kernel_ns = self.clock, len(self.busy), self.kernels, self.kernel_ns
        self.slow = SLOW if plant == "slow_step" else 1.0

        def body(ext):
            def load(_):
                with self.apart("loader"):
                    self.clock += 220 * MS + self.rng.randrange(MS) if plant == "input_bound" else self.jit(310 * US, 0.5)
                if self.late and self.a.late_why == "input":
                    self.clock += self.late
            name = "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__"
            a, b = self.annotation(name, lambda e: self.pyf("torch/utils/data/dataloader.py(733): __next__", lambda _: self.pyf(
                "torch/utils/data/dataloader.py(1491): _next_data", lambda _: self.pyf("torch/utils/data/dataloader.py(1443): _get_data", lambda _: self.pyf(
                    "queue.py(154): get", lambda _: self.pyf("threading.py(337): wait", load))))), gpu=False)
            info["loader"] = info["phases"]["loader"] = (a, b)
            for shape in ([self.B, self.T], [self.B, self.T]):
                self.op("aten::to", 1900, lambda e: self.op("aten::_to_copy", 4100, lambda e2: (self.empty(shape, n=65536), self.op(
                    "aten::copy_", 3500, lambda e3: self.memcpy("HtoD (Pinned -> Device)", 65536, 12.4, e3, PID), [shape, shape, []])), [shape, [], [], [], [], []]), [shape, [], [], [], [], [], []])
            with self.apart("pageable"):
                if plant == "pageable_copies":
                    self.pageable(info)
            self.pyf("train.py(141): train_step", lambda _: self.replay(info, ext) if plant == "graph_launch" else self.train_step(plant, info))
            if self.paced:
                self.synchronize(ext)
        a, b = self.annotation(f"ProfilerStep#{info['number']}", body, gpu=True)
        info["marker"] = (a, b)
        info["span"] = (begin, self.clock)
        if self.paced:
            assert self.ext < (index + 1) * 10 * self.room, "ids of two steps meet"
            info["gpu"] = list(zip(self.busy[records:], self.kind[records:]))
            info["figures"] = figures(b - a, info["gpu"], self.kernels - kernels, self.kernel_ns - kernel_ns)
        return info

    def others(self, index):
        """The late rank's step, run as the late rank and as the others until the ends of its collectives stay.  Returns those (seq ->
        common end), who arrives when (seq -> arrival by rank), and late_factor."""
        late, ends = self.a.late_us * US, {}
        with self.dry():
            factor = 1 + late / self.step(index, None)["forward_kernels"][1]
        while True:
            sides = []
            for mine in (0, late):
                with self.dry():
                    self.late, self.late_factor, self.ends, before = mine, factor, ends, len(self.met)
                    self.step(index, "late_rank")
                    sides.append((self.met[before:], self.clock))
            (usual, done), (later, late_done) = sides
            arrivals, was = {}, ends
            for (seq, here, transfer, _), (_, there, _, _) in zip(usual, later):
                arrivals[seq] = [(there if r == self.a.late_rank else here) + lag for r, lag in enumerate(self.lags(seq))]
            ends = {seq: max(arrivals[seq]) + transfer for seq, _, transfer, _ in usual}
            if ends == was:
                assert done == late_done, "the ranks leave the step at different times"
                return ends, arrivals, factor

    # -- what is planted
    def pageable(self, info):
        copies, nbytes, gbps = PAGEABLE
        info["copies"] = []
        shape = [nbytes // 4]

        def copy(e):
            kernel = self.memcpy("HtoD (Pageable -> Device)", nbytes, gbps, e, PID, blocking=True)
            call = self.last
            wait = self.jit(3000)
            sync, at = self.api("cudaStreamSynchronize", wait, e, PID)
            info["copies"].append((kernel, call, (sync, at, wait)))
        for _ in range(copies):
            self.op("aten::to", 1900, lambda e: self.op("aten::_to_copy", 4100, lambda e2: self.op(
                "aten::copy_", 3500, copy, [shape, shape, []]), [shape, [], [], [], [], []]), [shape, [], [], [], [], [], []])

    def recompile(self, info):
        self.op("TorchDynamo Cache Lookup", 41 * US)
        info["lookup"] = self.last

        def compiling(_):
            self.clock += 80 * MS + self.rng.randrange(MS)
        info["compile"] = self.annotation("_compile.compile_inner (dynamo_timed)", lambda e: self.pyf("torch/_dynamo/convert_frame.py(1198): __call__", lambda _: self.pyf(
            "torch/_dynamo/convert_frame.py(697): compile_inner", lambda _: self.pyf("torch/_inductor/compile_fx.py(1552): compile_fx", compiling))), gpu=False)
        self.op("Torch-Compiled Region: 0/1", 60 * US)

    def load(self, at, loading):
        """Two CUPTI overhead records in the first launch of a kernel."""
        module = loading * 3 // 5
        for name, start, dur in (("Runtime Triggered Module Loading", at, module), ("Lazy Function Loading", at + module, loading - module - 3000)):
            self.gpu.append(self.tr.overhead(name, start, dur))
            self.overheads.append((name, start, dur))

    def warm_up(self, index):
        """Sets self.cold so that the step takes WARM_UP times as long: each kernel's first launch gets its share."""
        def length(cold):
            with self.dry():
                self.cold = dict(cold)
                self.log = []
                info = self.step(index, None)
                return info["marker"][1] - info["marker"][0], dict.fromkeys(e[0] for e in self.log if e[0] in K)
        plain, keys = length({})
        rng = random.Random(f"{self.a.seed}/warm up")
        shares = {k: 0.5 + rng.random() for k in keys}
        extra = (WARM_UP - 1) * plain
        for _ in range(4):                # what the GPU still had to do goes on under the loading: feel the way
            cold = {k: int(extra * v / sum(shares.values())) for k, v in shares.items()}
            extra += WARM_UP * plain - length(cold)[0]
        self.cold = cold

    def replay(self, info, ext):
        """What train_step would launch, as one CUDA graph."""
        with self.dry():
            nodes = self.log = []
            self.train_step(None, {"phases": {}})
        graph = {}

        def run(_):
            cost = self.jit(170 * US)
            corr, at = self.api("cudaGraphLaunch", cost, ext, PID)
            self.gpu.append(self.tr.flow("s", corr, PID, PID, at, "ac2g"))
            ready, spans = at + cost + self.jit(2400), []
            for node, (key, stream, d, more) in enumerate(nodes, 1):
                if key == "join":
                    self.join_comm()
                    continue
                ids = f', "graph id": 5, "graph node id": {node}'
                start = max(self.gpu_free[stream] + self.jit(600), ready, self.gpu_free[COMPUTE] + 1500 if stream == NCCL else 0)
                if key is None:
                    self.zero(more, ext, corr, start, d, ids)
                else:
                    if stream == NCCL:
                        self.comm_seq += 1
                    self.kernel(key, ext, corr, stream, start, d, more + ids)
                spans.append(self.busy[-1])
            graph.update(call=(corr, at, cost), nodes=len(spans), gpu=(min(s for s, _ in spans), max(e for _, e in spans)))
        self.pyf("torch/cuda/graphs.py(88): replay", lambda _: self.pyf("<built-in method replay of CUDAGraph object at 0x7f2a4c0de5f0>", run))
        info["graph"] = graph

    def train_step(self, plant, info):
        tid = AUTOGRAD_TID
        tok = [self.B, self.T]
        with self.apart("before forward"):
            if plant == "recompile":
                self.recompile(info)
        if self.late and self.a.late_why == "host":
            with self.apart("late"):
                def save(_):
                    self.clock += self.late
                info["host"] = self.annotation("save_checkpoint", lambda e: self.pyf("torch/serialization.py(964): save", save), gpu=False)
        first, kernel_ns, forward_from = len(self.busy), self.kernel_ns, self.clock
        if self.late and self.a.late_why == "compute":
            self.slow = self.late_factor

        def forward(_):
            def emb(_):
                self.op("aten::embedding", 2800, lambda e: self.seq_of.__setitem__("emb", self.op("aten::index_select", 5200, lambda e2: self.launch("emb_fwd", e2, PID), [[50304, self.D], [], tok], seq="new")), [[50304, self.D], tok, [], [], []])
            self.pyf("nn.Module: Embedding_0", lambda _: self.pyf("torch/nn/modules/sparse.py(192): forward", emb), module=True)
            for i in range(self.layers):
                self.block(i)
            self.layernorm("lnf")
            self.linear("lm_head", "gemm_fc", self.D, 50304)
        self.annotation("DistributedDataParallel.forward", lambda e: self.pyf("nn.Module: DistributedDataParallel_0", lambda _: self.pyf(
            "torch/nn/parallel/distributed.py(1661): forward", lambda _: self.pyf("nn.Module: GPT_0", lambda _: self.pyf("model.py(170): forward", forward), module=True)), module=True))

        if plant == "late_rank":
            self.slow = 1.0
        info["forward_kernels"] = self.busy[first:], self.kernel_ns - kernel_ns

        v = [self.B * self.T, 50304]
        self.pyf("torch/nn/functional.py(3451): cross_entropy", lambda _: self.op("aten::cross_entropy_loss", 3900, lambda e: (
            self.seq_of.__setitem__("lsm", self.op("aten::log_softmax", 2900, lambda e2: self.op("aten::_log_softmax", 4900, lambda e3: (self.alloc(4 * v[0] * v[1]), self.launch("softmax", e3, PID)), [v, [], []]), [v, [], []], seq="new")),
            self.seq_of.__setitem__("nll", self.op("aten::nll_loss_nd", 2600, lambda e2: self.op("aten::nll_loss", 2100, lambda e3: self.op("aten::nll_loss_forward", 5200, lambda e4: self.launch("nll_fwd", e4, PID), [v, [v[0]], [], [], []]), [v, [v[0]], [], [], []]), [v, [v[0]], [], [], []], seq="new"))), [v, [v[0]], [], [], [], []]))

        info["phases"]["forward"] = (forward_from, self.clock)
        with self.apart("after forward"):
            if plant == "sync_in_step":
                self.item(info)

        main_before = self.clock
        if self.stack:
            self.pyid += 1
            bw_py, slot, parent = self.pyid, len(self.py), self.py_parent[-1]
            self.py.append(None)

        def backward(_):
            self.clock += self.jit(70 * US)   # the engine's hand-over to its thread
            self.op("autograd::engine::evaluate_function: NllLossBackward0", 3100, lambda e: self.op("NllLossBackward0", 2500, lambda e2: self.op("aten::nll_loss_backward", 5100, lambda e3: (self.memset(1648361472 // 64, e3, tid), self.launch("nll_bwd", e3, tid)), [[], v, [v[0]], [], [], [], []], tid), None, tid, self.seq_of["nll"], 1), None, tid, self.seq_of["nll"], 1)
            self.bwd_node("LogSoftmaxBackward0", "lsm", lambda e: self.op("aten::_log_softmax_backward_data", 5000, lambda e2: self.launch("softmax_bwd", e2, tid), [v, v, [], []], tid), tid)
            self.linear_bwd("lm_head", "gemm_fc", self.D, 50304, tid)
            for i in reversed(range(self.layers)):
                self.block_bwd(i, tid)
                if i % 2 == 0 and i:
                    info.setdefault("comm", []).append(self.all_reduce(2 * 12 * self.D * self.D // 4, tid, exposed=plant == "comm_exposed"))
            self.bwd_node("EmbeddingBackward0", "emb", lambda e: self.op("aten::embedding_dense_backward", 7000, lambda e2: self.launch("emb_bwd", e2, tid), [[self.B, self.T, self.D], tok, [], [], []], tid), tid)
            self.accumulate(tid, 50304 * self.D)
            with self.apart("last bucket"):
                long = 60 * MS + self.rng.randrange(MS) if plant == "long_all_reduce" else None
            info["last_ar"] = self.all_reduce(51 * 1024 * 1024, tid, long)
            info.setdefault("comm", []).append(info["last_ar"])
            self.api("cudaStreamWaitEvent", self.jit(1000), self.ext, tid)
            info["compute_end_before_ar"] = self.gpu_free[COMPUTE]
            self.join_comm()
        backward(None)
        if self.stack:
            self.py[slot] = self.tr.x("python_function", "torch/autograd/graph.py(829): _engine_run_backward", PID, PID, main_before, self.clock - main_before,
                                      f'"Python parent id": {parent}, "Python id": {bw_py}, "Ev Idx": {bw_py + 100000}')
        info["phases"]["backward"] = (main_before, self.clock)
        self.clock += self.jit(25 * US)
        self.alloc(-4 * v[0] * v[1])

        with self.apart("optimizer"):
            if plant == "small_kernel_wall":
                where, update = "torch/optim/adamw.py(394): _single_tensor_adamw", lambda _: self.foreachless(info)
            else:
                where, update = "torch/optim/adam.py(680): _fused_adam", lambda _: [
                    self.op("aten::_fused_adamw_", 22000, lambda e2: self.launch("mta", e2, PID), None) for _ in range(2 + self.layers)]
            info["phases"]["optimizer"] = self.annotation("Optimizer.step#AdamW.step", lambda e: self.pyf(
                "torch/optim/optimizer.py(478): wrapper", lambda _: self.pyf(where, update)))
        self.annotation("Optimizer.zero_grad#AdamW.zero_grad", lambda e: setattr(self, "clock", self.clock + self.jit(140 * US)))

    def item(self, info):
        def body(e):
            corr, start, dur = self.memcpy("DtoH (Device -> Pageable)", 4, 0.0035, e, PID)
            info["dtoh"] = (corr, start, dur)
            wait = max(start + dur + self.jit(5200) - self.clock, 2000)
            sync, at = self.api("cudaStreamSynchronize", wait, e, PID)
            info["sync"] = (sync, at, wait)
            self.queue.clear()
        a = self.clock
        self.pyf("train.py(156): log_loss", lambda _: self.pyf("<built-in method item of Tensor object at 0x7f2a4c0de3d0>", lambda _: self.op(
            "aten::item", 1900, lambda e: self.op("aten::_local_scalar_dense", 3100, body, [[]]), [[]])))
        info["item_op"] = self.last
        self.clock += self.jit(2600 * US)     # formatting and printing the loss
        info["item"] = (a, self.clock)
        info["idle_from"] = self.gpu_free[COMPUTE]

    def foreachless(self, info):
        first = None
        n0, ns0, start_cpu = self.kernels, self.kernel_ns, self.clock
        params = 4 + 12 * self.layers
        for p in range(params):
            d = [[self.D, self.D] if p % 2 else [self.D]]
            for name, key, own in (("aten::norm", "s_sqrt", 7900), ("aten::mul_", "s_mul", 6500), ("aten::mul_", "s_mul", 6300), ("aten::lerp_", "s_lerp", 7400), ("aten::mul_", "s_mul", 6400),
                                   ("aten::addcmul_", "s_addcmul", 7800), ("aten::sqrt", "s_sqrt", 7000), ("aten::div_", "s_mul", 6800), ("aten::add_", "s_add", 6300), ("aten::addcdiv_", "s_addcdiv", 8100),
                                   ("aten::mul_", "s_mul", 6600), ("aten::add_", "s_add", 6100), ("aten::zero_", "fill", 5900), ("aten::add_", "s_add", 6500)):
                got = []
                self.op(name, own, lambda e: got.append(self.launch(key, e, PID)), d + [[]])
                _, s, dd = got[0]
                first = s if first is None else first
                last = s + dd
        info["wall"] = dict(cpu_start=start_cpu, cpu_end=self.clock, gpu_start=first, gpu_end=last, kernels=self.kernels - n0, kernel_ns=self.kernel_ns - ns0)

    def flush(self):
        for sec, lst in (("cpu", self.cpu), ("mem", self.mem), ("py", self.py), ("gpu", self.gpu), ("ann", self.anns)):
            if lst:
                self.tr.put(sec, "".join(lst))
                lst.clear()


def idle_gaps(busy):
    """Merged GPU busy time over all streams, and its gaps."""
    busy = sorted(busy)
    gaps, total, (cs, ce) = [], 0, busy[0]
    for s, e in busy[1:]:
        if s > ce:
            total += ce - cs
            gaps.append((ce, s))
            cs, ce = s, e
        else:
            ce = max(ce, e)
    return total + ce - cs, gaps, busy[0][0], ce


def figures(dur, gpu, kernels, kernel_ns):
    """A paced step's figures; gpu: its ((start, end), kind)."""
    def union(kinds):
        return idle_gaps([span for span, kind in gpu if kind in kinds])[0]
    busy = union("knc")
    return {"dur_ns": dur, "gpu_busy_ns": busy, "gpu_idle_ns": dur - busy, "exposed_comm_ns": union("kn") - union("k"), "kernels": kernels, "kernel_ns": kernel_ns}


def places(steps):
    """kind -> the steps it is planted in, if it is: the same for the same number of steps, whatever is planted."""
    four = {max(1, min(steps - 2, round(steps * f))): p for f, p in zip((0.2, 0.4, 0.6, 0.8), PLANTS)}
    if len(four) < 4:
        four = dict(zip((1, 2, 3, 4), PLANTS))
    at = {kind: [s] for s, kind in four.items()}
    at["warm_up_step"] = [0]
    at["pageable_copies"] = list(range(max(max(four) + 1, steps - max(1, steps // 10)), steps))
    free = [s for s in range(1, at["pageable_copies"][0]) if s not in four]
    for kind, share in (("late_rank", 0.5), ("slow_step", 0.7), ("comm_exposed", 0.3), ("recompile", 0.1), ("graph_launch", 0.9), ("graph_launch", 0.7)):
        if free:
            s = min(free, key=lambda s: (abs(s - steps * share), s))
            free.remove(s)
            at.setdefault(kind, []).append(s)
    at.setdefault("late_rank", at["pageable_copies"][:1])
    return at


def header(layout, rank, world, base, secrets):
    props = ",\n".join(f'''    {{
      "id": {i}, "name": "NVIDIA A100-SXM4-80GB", "totalGlobalMem": 85097971712,
      "computeMajor": 8, "computeMinor": 0,
      "maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": 2048,
      "regsPerBlock": 65536, "warpSize": 32,
      "sharedMemPerBlock": 49152, "numSms": 108
    , "regsPerMultiprocessor": 65536, "sharedMemPerBlockOptin": 166912, "sharedMemPerMultiprocessor": 167936
    }}''' for i in range(8))
    ranks = ", ".join(map(str, range(world)))
    dist = (f'"distributedInfo": {{"backend": "nccl", "rank": {rank}, "world_size": {world}, "pg_count": 1, "pg_config": [{{"pg_name": "0", "pg_desc": "default_pg", '
            f'"backend_config": "cuda:nccl", "pg_size": {world}, "ranks": [{ranks}]}}], "nccl_version": "2.21.5"}},')
    base = f'"baseTimeNanoseconds": {base}'
    host, more = "trainer-0", ""
    if secrets:
        host = SECRETS["host_name"]
        more = "".join(f'  "{k}": "{v}",\n' for k, v in (
            ("username", "fakeuser"), ("command_line", SECRETS["command_line"]), ("environment", SECRETS["env_dump"]), ("git_remote", SECRETS["git_remote"])))
        more += "" if layout == "v2026" else f'  "host_name": "{host}",\n'
    if layout == "v2026":
        return (f' {{\n    "schemaVersion": 1,\n    "deviceProperties": [\n{props}\n  ],\n    \n      "trace_id": "5E2B7C6CF70F4E0EA1E4D5D3B1A0C0DE",\n      {dist}\n'
                f'      "record_shapes": 1,\n      "with_stack": 1,\n      "host_name": "{host}",\n{more}    "displayTimeUnit": "ms",\n    {base},\n    "traceEvents": [\n    ')
    return (f'\n{{\n  "schemaVersion": 1,\n  "deviceProperties": [\n{props}\n  ],\n  "cupti_version": 22,\n  "cuda_runtime_version": 12040,\n  "with_stack": 1,\n  "record_shapes": 1,\n  "cuda_driver_version": 12040,\n{more}  {dist}\n'
            f'  "trace_id": "5E2B7C6CF70F4E0EA1E4D5D3B1A0C0DE",\n  "displayTimeUnit": "ms",\n  {base},\n  "traceEvents": [')


def metadata(tr, t0, overhead):
    out = []
    if overhead:
        out.append(tr.meta("process_name", t0, -1, 0, "name", '"CUPTI Overhead"'))
        out.append(tr.meta("process_sort_index", t0, -1, 0, "sort_index", 0x100000A))
    for pid, label, sort in [(PID, "CPU", PID)] + [(g, f"GPU {g}", 5000000 + g) for g in range(8)]:
        out.append(tr.meta("process_name", t0, pid, 0, "name", '"python"'))
        out.append(tr.meta("process_labels", t0, pid, 0, "labels", f'"{label}"'))
        out.append(tr.meta("process_sort_index", t0, pid, 0, "sort_index", sort))
    for s in (COMPUTE, NCCL):
        out.append(tr.meta("thread_name", t0, 0, s, "name", f'"stream {s} "'))
        out.append(tr.meta("thread_sort_index", t0, 0, s, "sort_index", s))
    for tid, name in ((AUTOGRAD_TID, "pt_main_thread"), (PID, "pt_main_thread"), (AUTOGRAD_TID, "pt_autograd_0")):
        out.append(tr.meta("thread_name", t0, PID, tid, "name", f'"thread {tid} ({name})"'))
        out.append(tr.meta("thread_sort_index", t0, PID, tid, "sort_index", tid))
    return "".join(out)


def footer(tr, out_name, t0, end):
    v = tr.v26
    tr.count["X/Trace"] += 1
    tr.count["i/"] += 2
    if v:
        s = (f'\n  {{\n    "ph": "X",\n    "cat": "Trace",\n    "name": "PyTorch Profiler (0)",\n    "pid": "Spans",\n    "tid": "PyTorch Profiler",\n    "ts": {us(t0)},\n    "dur": {us(end - t0)}\n    ,\n    "args": {{\n      "Op count": 0\n    }}\n  }},')
        s += tr.meta("process_sort_index", t0, '"Spans"', 0, "sort_index", 536870912)
        s += f'\n  {{\n    "ph": "i",\n    \n    "s": "g",\n    "name": "Iteration Start: PyTorch Profiler",\n    "pid": "Traces",\n    "tid": "Trace PyTorch Profiler",\n    "ts": {us(t0)}\n    \n  }},'
        s += f'\n  {{\n    "ph": "i",\n    \n    "s": "g",\n    "name": "Record Window End",\n    "pid": "",\n    "tid": "",\n    "ts": {us(end + 20 * MS)}\n    \n  }}'
        return s + f'\n  ],"traceName": "{q(out_name)}" }}'
    s = (f'\n  {{\n    "ph": "X", "cat": "Trace", "ts": {us(t0)}, "dur": {us(end - t0)},\n    "pid": "Spans", "tid": "PyTorch Profiler",\n    "name": "PyTorch Profiler (0)",\n    "args": {{\n      "Op count": 0\n    }}\n  }},')
    s += tr.meta("process_sort_index", t0, '"Spans"', 0, "sort_index", 536870912)
    s += f'\n  {{\n    "name": "Iteration Start: PyTorch Profiler", "ph": "i", "s": "g",\n    "pid": "Traces", "tid": "Trace PyTorch Profiler", "ts": {us(t0)}\n  }},'
    s += f'\n  {{\n    "name": "Record Window End", "ph": "i", "s": "g",\n    "pid": "", "tid": "", "ts": {us(end + 20 * MS)}\n  }}'
    return s + f'\n  ],\n  "traceName": "{q(out_name)}"\n}}'


def leaked(tr, t0):
    """One annotation whose args should not be shared."""
    return tr.x("user_annotation", "load_shards", PID, PID, t0 + 2 * MS, MS,
                f'"url": "{SECRETS["url_password"]}", "owner": "{SECRETS["email"]}", "peer": "{SECRETS["private_ip"]}"')


def secrets_truth(path, stack):
    """The ten kinds: what must not be left in a file to be shared, where it stands and how often."""
    kinds = (("home_path", ("fakeuser",), ["python_function names"] * stack + ["traceName", "command_line", "environment", "username"]), ("host_name", (), ["host_name"]),
             ("email", (), ["args.owner of load_shards"]), ("env_dump", (SECRETS["hf_token"],), ["environment"]), ("aws_key", (), ["environment"]),
             ("github_token", (), ["git_remote"]), ("url_password", ("FakePassw0rd",), ["args.url of load_shards"]),
             ("private_ip", (), ["environment", "args.peer of load_shards"]), ("command_line", ("FAKE-API-KEY-0000",), ["command_line"]), ("wandb_key", (), ["environment"]))
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
        text = f.read()
    return [{"kind": kind, "values": [SECRETS[kind], *parts], "where": where, "occurrences": {v: text.count(v) for v in (SECRETS[kind], *parts)}}
            for kind, parts, where in kinds]


class Evidence:
    """What the truth says of a planted kind: a method a kind, given what the step said of itself."""

    def __init__(self, run, pair):
        self.run, self.pair = run, pair
        self.total, self.gaps, self.first, self.last = idle_gaps(run.busy)

    def widest_gap(self, a, b):
        return self.pair(*max((g for g in self.gaps if g[1] > a and g[0] < b + 5 * MS), key=lambda g: g[1] - g[0]))

    def kernel(self, corr, t, d):
        return {"name": K["nccl"][0], "correlation": corr, "pid": 0, "tid": NCCL, **self.pair(t, t + d)}

    def call(self, name, corr, t, d):
        return {"name": name, "correlation": corr, **self.pair(t, t + d)}

    def input_bound(self, i):
        a, b = i["loader"]
        return {"cpu": {"name": "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", "pid": PID, "tid": PID, **self.pair(a, b)},
                "gpu_idle": self.widest_gap(a, b)}

    def small_kernel_wall(self, i):
        w = i["wall"]
        inside = sum(min(e, w["gpu_end"]) - max(b, w["gpu_start"]) for b, e in self.run.busy if e > w["gpu_start"] and b < w["gpu_end"])
        cpu = i["phases"]["optimizer"] if self.run.paced else (w["cpu_start"], w["cpu_end"])
        return {"cpu": {"name": "Optimizer.step#AdamW.step", **self.pair(*cpu)}, "gpu": self.pair(w["gpu_start"], w["gpu_end"]),
                "kernels": w["kernels"], "kernel_us": w["kernel_ns"] / 1000, "busy_fraction": round(inside / (w["gpu_end"] - w["gpu_start"]), 4)}

    def sync_in_step(self, i):
        c, t, d = i["dtoh"]
        cpu = i["item_op"] if self.run.paced else i["item"]
        return {"cpu": {"name": "aten::item", "pid": PID, "tid": PID, **self.pair(*cpu)}, "memcpy": self.call("Memcpy DtoH (Device -> Pageable)", c, t, d),
                "sync": self.call("cudaStreamSynchronize", *i["sync"]), "gpu_idle_after": self.pair(*next(g for g in self.gaps if g[1] > t + d + 1))}

    def long_all_reduce(self, i):
        c, t, d = i["last_ar"]
        return {"kernel": self.kernel(c, t, d), "exposed_us": (t + d - max(t, i["compute_end_before_ar"])) / 1000}

    def pageable_copies(self, i):
        return {"copies": [{"memcpy": {**self.call("Memcpy HtoD (Pageable -> Device)", *copy), "bytes": PAGEABLE[1]},
                            "call": {"name": "cudaMemcpyAsync", "correlation": copy[0], **self.pair(*call)}, "sync": self.call("cudaStreamSynchronize", *sync)}
                           for copy, call, sync in i["copies"]]}

    def comm_exposed(self, i):
        return {"kernels": [self.kernel(*k) for k in i["comm"]], "exposed_us": sum(d for _, _, d in i["comm"]) / 1000}

    def warm_up_step(self, i):
        return {"factor": round(i["figures"]["dur_ns"] / i["without"]["dur_ns"], 6), "overhead_us": sum(d for _, _, d in i["overheads"]) / 1000,
                "overheads": [{"name": name, "pid": -1, "tid": 0, **self.pair(t, t + d)} for name, t, d in i["overheads"]]}

    def slow_step(self, i):
        spans = [span for span, kind in i["gpu"] if kind != "c"]
        return {"factor": SLOW, "gpu": self.pair(min(s for s, _ in spans), max(e for _, e in spans)), "kernels": len(spans)}

    def graph_launch(self, i):
        g = i["graph"]
        return {"call": self.call("cudaGraphLaunch", *g["call"]), "graph id": 5, "nodes": g["nodes"], "gpu": self.pair(*g["gpu"])}

    def recompile(self, i):
        return {"cpu": {"name": "_compile.compile_inner (dynamo_timed)", "pid": PID, "tid": PID, **self.pair(*i["compile"])},
                "lookup": {"name": "TorchDynamo Cache Lookup", "pid": PID, "tid": PID, **self.pair(*i["lookup"])}, "gpu_idle": self.widest_gap(*i["compile"])}

    def late_rank(self, i):
        a = self.run.a
        out = {"rank": a.late_rank, "why": a.late_why, "late_us": a.late_us, "this_rank": "is late" if a.rank == a.late_rank else "waits"}
        if a.rank != a.late_rank:
            out["kernels"] = [self.kernel(*k) for k in i["comm"]]
        elif a.late_why == "input":
            out["cpu"] = {"name": "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", "pid": PID, "tid": PID, **self.pair(*i["loader"])}
        elif a.late_why == "host":
            out["cpu"] = {"name": "save_checkpoint", "pid": PID, "tid": PID, **self.pair(*i["host"])}
        else:
            spans, ns = i["forward_kernels"]
            out["gpu"] = {**self.pair(spans[0][0], spans[-1][1]), "kernels": len(spans), "kernel_us": ns / 1000, "factor": round(i["factor"], 6)}
        return out


def ranks_truth(run, infos, late):
    """All ranks' collectives on the true clock; late: what Run.others said, or None."""
    a = run.a
    to_true = run.base - run.offset
    out = []
    for i in infos:
        for n, (seq, start, transfer, end) in enumerate(i["met"], 1):
            arrivals = late[1][seq] if late and seq in late[1] else [start + lag for lag in run.lags(seq)]
            last = max(arrivals)
            assert end == last + transfer
            out.append({"seq": seq, "step": f"ProfilerStep#{i['number']}", "name": "allreduce", "group": "0",
                        "in_nelems": 51 * 1024 * 1024 if n == len(i["met"]) else 6 * Run.D * Run.D, "dtype": "BFloat16",
                        "arrival_unix_ns": [t + to_true for t in arrivals], "end_unix_ns": end + to_true, "transfer_ns": transfer,
                        "last_rank": arrivals.index(last), "wait_ns": [last - t for t in arrivals]})
    return {"rank": a.rank, "world": a.world, "clocks": [{"rank": r, "offset_ns": o, "base_unix_ns": b} for r, (o, b) in enumerate(clocks(a))],
            "late_rank": a.late_rank, "late_step": next((f"ProfilerStep#{i['number']}" for i in infos if i["plant"] == "late_rank"), None),
            "late_why": a.late_why if late else None, "late_us": a.late_us if late else 0, "collectives": out}


def where_planted(a, steps, paced):
    """step index -> kind."""
    at = places(steps)
    where = {}
    for kind in PLANTS if a.plant is None else a.plant:
        if len(at.get(kind, [])) < (2 if kind == "graph_launch" else 1):
            sys.exit(f"make_trace.py: a run of {steps} steps has no room for {kind}: at least --steps 12 has")
        if kind == "comm_exposed" and a.layers < 3:
            sys.exit("make_trace.py: comm_exposed needs --layers 3 or more: below, the only all-reduce has nothing to overlap with")
        where.update((s, kind) for s in at[kind])
    if a.late_rank is not None:
        s = a.late_step - FIRST_STEP if a.late_step is not None else at["late_rank"][0]
        if not 0 <= s < steps or s in where:
            sys.exit(f"make_trace.py: the late rank's step must be one of {steps} without anything else planted: see --late-step, --steps, --plant")
        where[s] = "late_rank"
    return where


def generate(a, out_path):
    world = a.late_rank is not None or a.clock_skew_us > 0
    paced = world or a.plant is not None
    detailed = paced or a.start != START or a.secrets or a.steps > 0

    def new_run(tmp, rng, secrets=False):
        return Run(Trace(a.layout, tmp), rng, a, paced, world, secrets)

    def number_of_steps(tmp):
        os.mkdir(tmp)
        probe = new_run(tmp, random.Random(0))
        probe.step(0, None)
        probe.flush()
        plain = probe.tr.bytes
        probe.step(1, "small_kernel_wall")
        probe.flush()
        wall_extra = max(0, probe.tr.bytes - 2 * plain)
        return max(6, round((int(a.mb * 1000 * 1000) - wall_extra) / plain))

    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(out_path))) as tmp:
        steps = a.steps or number_of_steps(tmp + "/p")
        where = where_planted(a, steps, paced)
        run = new_run(tmp, random.Random(a.seed), a.secrets)
        infos, late = [], None
        for s in range(steps):
            kind, without = where.get(s), None
            if paced and kind:
                with run.dry():
                    without = run.step(s, None)["figures"]
            if kind == "warm_up_step":
                run.warm_up(s)
            if kind == "late_rank":
                late = run.others(s)
                run.ends, run.late, run.late_factor = late[0], a.late_us * US if a.rank == a.late_rank else 0, late[2]
            met, overheads = len(run.met), len(run.overheads)
            info = run.step(s, kind)
            run.late, run.ends = 0, {}
            info.update(without=without, met=run.met[met:], overheads=run.overheads[overheads:], factor=run.late_factor)
            if kind != "slow_step":
                info.pop("gpu", None)
            if kind != "late_rank":
                info.pop("forward_kernels", None)
            infos.append(info)
            run.flush()
        tr, t0 = run.tr, run.t0
        end = max(run.clock, max(run.gpu_free.values())) + 3 * MS
        name = os.path.basename(out_path)
        if a.secrets:
            tr.put("ann", leaked(tr, t0))
        tr.put("meta", metadata(tr, t0, run.overheads) + footer(tr, f"{SECRETS['home_path']}/runs/{name}" if a.secrets else name, t0, end))

        opener = (lambda p: gzip.open(p, "wb", compresslevel=6)) if out_path.endswith(".gz") else (lambda p: open(p, "wb"))
        with opener(out_path) as out:
            top = header(a.layout, a.rank, a.world, run.base, a.secrets).encode()
            size = len(top) + tr.bytes
            out.write(top)
            for s in Trace.SECTIONS:
                f = tr.files[s]
                f.seek(0)
                shutil.copyfileobj(f, out, 1 << 20)
                f.close()

    def pair(s, e):
        exact = {"ts_ns": s, "dur_ns": e - s} if detailed else {}
        return {"ts": s / 1000, "dur": (e - s) / 1000, **exact}

    evidence = Evidence(run, pair)
    planted, several = [], {}
    for s, kind in sorted(where.items()):
        i = infos[s]
        rec = {"step": f"ProfilerStep#{i['number']}", "step_span": pair(*i["span"]), **getattr(evidence, kind)(i)}
        if paced:
            rec.update({"with": i["figures"], "without": i["without"]})
        if kind in ("pageable_copies", "graph_launch"):
            if kind not in several:
                several[kind] = {"kind": kind, "step": rec["step"], "step_span": rec["step_span"], "steps": []}
                planted.append(several[kind])
            several[kind]["steps"].append(rec)
        else:
            planted.append({"kind": kind, **rec})

    busy, first, last = evidence.total, evidence.first, evidence.last
    truth = {
        "file": name, "bytes": size, "seed": a.seed, "layout": a.layout, "layers": a.layers, "steps": steps,
        "first_step": f"ProfilerStep#{FIRST_STEP}", "events": sum(tr.count.values()), "by_ph_cat": dict(sorted(tr.count.items())),
        "kernels": run.kernels, "kernel_us_total": run.kernel_ns / 1000, "gpu": {"first_ts": first / 1000, "last_ts": last / 1000, "busy_us_all_streams_merged": busy / 1000,
                                                                                "idle_us": (last - first - busy) / 1000, "gaps_over_1ms": [pair(*g) for g in evidence.gaps if g[1] - g[0] > MS]},
        "planted": planted,
    }
    if detailed:
        truth["base_unix_ns"], truth["start_unix_ns"] = run.base, run.base + t0
        truth["step_list"] = [{"number": i["number"], "ts_ns": i["marker"][0], "dur_ns": i["marker"][1] - i["marker"][0], "planted": i["plant"],
                               "phases": i["phases"], **i.get("figures", {})} for i in infos]
    if world:
        truth["ranks"] = ranks_truth(run, infos, late)
    if a.secrets:
        truth["secrets"] = secrets_truth(out_path, run.stack)
    stem = out_path[:-3] if out_path.endswith(".gz") else out_path
    stem = stem[:-5] if stem.endswith(".json") else stem
    with open(stem + ".truth.json", "w") as f:
        json.dump(truth, f, indent=1)
    return truth


def kinds(text):
    """--plant: names, all, more, none."""
    out = []
    for word in filter(None, text.split(",")):
        group = {"all": PLANTS, "more": PLANTS + MORE, "none": ()}.get(word, (word,))
        if word in group and word not in PLANTS + MORE:
            raise argparse.ArgumentTypeError(f"no kind {word!r}: all, more, none or any of {', '.join(PLANTS + MORE)}")
        out += [k for k in group if k not in out]
    return out


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("out")
    ap.add_argument("--mb", type=float, default=10, help="uncompressed size in MB (10^6 bytes) with the first four planted, at least about 8")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--layers", type=int, default=0, help="0: 8 below 30 MB, else 12")
    ap.add_argument("--layout", choices=["classic", "v2026"], default="classic")
    ap.add_argument("--rank", type=int, default=0)
    ap.add_argument("--world", type=int, default=8)
    ap.add_argument("--no-stack", action="store_true", help="no python_function events (with_stack=False)")
    ap.add_argument("--no-memory", action="store_true", help="no [memory] instants (profile_memory=False)")
    ap.add_argument("--no-shapes", action="store_true", help="no Input Dims (record_shapes=False)")
    ap.add_argument("--steps", type=int, default=0, help="this many steps, whatever the size (at least 6; `more` needs 12)")
    ap.add_argument("--plant", type=kinds, metavar="KINDS", help="comma list of kinds, or all (the first four: what is planted without this option), more (all and the other six) or none; paced")
    ap.add_argument("--start", type=int, default=START, metavar="UNIX_NS", help="when the profiler starts; baseTimeNanoseconds follows from it")
    ap.add_argument("--secrets", action="store_true", help="ten kinds of (fake) things that should not be shared, in metadata, args and paths")
    ap.add_argument("--late-rank", type=int, metavar="R", help="rank R comes late to the collectives of one step; a world, paced")
    ap.add_argument("--late-us", type=int, default=40000, metavar="N", help="by this much (default 40000)")
    ap.add_argument("--late-why", choices=["input", "compute", "host"], default="input", help="because of its DataLoader, its forward kernels, or a checkpoint on its CPU")
    ap.add_argument("--late-step", type=int, metavar="NUMBER", help=f"in ProfilerStep#NUMBER (the first is {FIRST_STEP}; default: near the middle)")
    ap.add_argument("--clock-skew-us", type=int, default=0, metavar="S", help="ranks' clocks are off by up to S, and odd ranks have another base time; a world, paced")
    a = ap.parse_args()
    a.layers = a.layers or (8 if a.mb < 30 else 12)
    if a.steps and a.steps < 6:
        ap.error("--steps: at least 6")
    if a.late_rank is not None or a.clock_skew_us:
        if a.world < 2 or not 0 <= a.rank < a.world or not 0 <= (a.late_rank or 0) < a.world:
            ap.error("--rank and --late-rank must be below --world, which is at least 2")
        if a.late_us <= 0 or a.clock_skew_us < 0:
            ap.error("--late-us and --clock-skew-us must be positive")
    gc.disable()                          # nothing here makes cycles, and the lists are long
    t = generate(a, a.out)
    print(f'{a.out}: {t["bytes"]} bytes, {t["events"]} events, {t["steps"]} steps, {t["kernels"]} kernels', file=sys.stderr)


if __name__ == "__main__":
    main()
