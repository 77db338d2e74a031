// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/frame_classes.h"

#include "core/util/text_parts.h"

#include <algorithm>
#include <initializer_list>
#include <string>

namespace stepscope::analysis {
namespace {

using Words = std::initializer_list<std::string_view>;

bool isAny(std::string_view text, Words words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

// Functions may come qualified: "Optimizer.profile_hook_step.<locals>.wrapper".
std::string_view lastName(std::string_view function)
{
    const std::size_t dot = function.rfind('.');
    return dot == std::string_view::npos ? function : function.substr(dot + 1);
}

bool isLibrary(std::string_view file)
{
    return hasAnyPart(file, {"site-packages/", "dist-packages/", "/torch/", "lib/python3"})
        || beginsWithAny(file, {"<frozen", "torch/", "<torch_package"});
}

bool isOptimizer(std::string_view file, std::string_view function)
{
    const bool step = isAny(function, {"step", "wrapper"})
        || beginsWithAny(function, {"_init_group", "_multi_tensor_", "_single_tensor_", "_fused_"});
    return step
        && hasAnyPart(file,
            {"torch/optim/", "apex/optimizers", "bitsandbytes/optim", "deepspeed/runtime/zero",
                "distributed_fused_adam"});
}

bool isLoading(std::string_view file, std::string_view function)
{
    if (hasPart(file, "nn/modules/module.py"))
        return isAny(function, {"_apply", "to", "cuda", "convert", "load_state_dict", "_load_from_state_dict"});
    return isAny(function, {"load_state_dict", "from_pretrained", "reset_parameters"})
        || hasPart(file, "torch/serialization.py") || (hasPart(file, "nn/parameter.py") && function == "__new__");
}

bool isInput(std::string_view file, std::string_view function)
{
    return hasAnyPart(file, {"utils/data/", "dataloader", "DataLoader"}) || hasPart(function, "pin_memory")
        || hasPart(function, "collate") || isAny(function, {"__next__", "prepare_inputs", "_prepare_inputs"})
        || (function == "to" && hasPart(file, "tokenization_utils"));
}

// vLLM: worker/cache_engine.py, _allocate_kv_cache, initialize_kv_cache; SGLang: MHATokenToKVPool in
// mem_cache/memory_pool.py, init_memory_pool; TensorRT-LLM: KVCacheManager.
bool isKvCache(std::string_view file, std::string_view qualified)
{
    return hasAnyPart(file, {"cache_engine.py", "kv_cache", "mem_cache/memory_pool.py"})
        || hasAnyPart(qualified, {"kv_cache", "KVCache", "TokenToKVPool", "CacheEngine"});
}

std::uint16_t classifyPython(std::string_view file, std::string_view qualified)
{
    const std::string_view function = lastName(qualified);
    const bool torchModule = hasPart(file, "nn/modules/module.py");
    unsigned found = kPythonFrame;
    if (isLibrary(file))
        found |= kLibraryFrame;
    if (isOptimizer(file, function))
        found |= kOptimizerFrame;
    if ((function == "backward" && hasAnyPart(file, {"torch/_tensor.py", "torch/autograd/__init__.py"}))
        || hasPart(function, "_engine_run_backward"))
        found |= kBackwardFrame;
    if (function == "zero_grad" && hasAnyPart(file, {"torch/optim/", "nn/modules/module.py"}))
        found |= kZeroGradFrame;
    if (function == "empty_cache" && hasPart(file, "torch/"))
        found |= kEmptyCacheFrame;
    if (hasAnyPart(file, {"torch/utils/checkpoint.py", "activation_checkpointing", "checkpoint_wrapper.py"}))
        found |= kCheckpointFrame;
    if (isLoading(file, function))
        found |= kLoadFrame;
    if (function == "__init__")
        found |= kConstructorFrame;
    if (isKvCache(file, qualified))
        found |= kKvCacheFrame;
    if (isInput(file, function))
        found |= kInputFrame;
    if (function == "forward" || (torchModule && hasPart(function, "_call_impl")))
        found |= kForwardFrame;
    if (hasAnyPart(file, {"torch/distributed/", "deepspeed/comm"}) && !hasPart(file, "torch/distributed/run"))
        found |= kCommunicationFrame;
    return static_cast<std::uint16_t>(found);
}

bool isNoise(std::string_view file, std::string_view function)
{
    return hasAnyPart(function,
               {"torch::unwind::unwind", "CapturedTraceback::gather", "gather_with_cpp", "PyEval_", "PyObject_",
                   "PyFunction_", "_PyEval", "method_vectorcall", "cfunction_", "CUDACachingAllocator",
                   "at::detail::empty_", "at::detail::_empty_", "at::native::empty_", "at::_ops::empty_",
                   "::redispatch(", "wrap_kernel_functor_unboxed_"})
        || beginsWithAny(function, {"_start", "__libc_start", "at::empty_"}) || beginsWithAny(file, {"Register"})
        || hasAnyPart(file,
            {"core/boxing", "/Register", "/Redispatch", "pythonrun.c", "Modules/main.c", "Objects/call.c",
                "Objects/methodobject.c", "descrobject.c", "pycore_ceval.h", "pycore_call.h", "ceval.c", "bytecodes.c",
                "cpython/abstract.h"});
}

std::uint16_t classifyNative(std::string_view file, std::string_view function)
{
    unsigned found = 0;
    if (isNoise(file, function))
        found |= kHiddenFrame;
    if (hasAnyPart(function, {"torch::autograd::Engine::", "AccumulateGrad"}))
        found |= kBackwardFrame;
    if (hasPart(function, "torch::autograd::generated::") && hasPart(function, "::apply("))
        found |= kGradNodeFrame;
    if (hasPart(function, "nccl") || beginsWithAny(function, {"c10d::"}))
        found |= kCommunicationFrame;
    if (hasAnyPart(function, {"at::_ops::_to_copy::call", "at::_ops::to_"}))
        found |= kCopyFrame;
    return static_cast<std::uint16_t>(found);
}

} // namespace

std::uint16_t classifyFrame(std::string_view file, std::string_view function)
{
    if (file.find('\\') != std::string_view::npos) { // written on Windows
        std::string path(file);
        std::replace(path.begin(), path.end(), '\\', '/');
        return classifyFrame(path, function);
    }
    const bool python = file.ends_with(".py") || (file.substr(0, 1) == "<" && file != "<unknown>");
    return python ? classifyPython(file, function) : classifyNative(file, function);
}

} // namespace stepscope::analysis
