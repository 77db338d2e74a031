// SPDX-License-Identifier: GPL-3.0-or-later
// A run with something to find: steps of 10 ms, in each an all-reduce of 5 ms that nothing hides, a pageable copy of
// 4.9 ms and a short matrix kernel. Pure functions.
#pragma once

#include "tests/support/as_json.h"

#include <QByteArray>

#include <string>

namespace stepscope::tests {

/// Steps ProfilerStep#1 … on one GPU and one thread, from 1 ms on.
inline QByteArray trainingSteps(int steps)
{
    std::string events;
    const auto add = [&events](const std::string& text) { events += (events.empty() ? "" : ",\n") + text; };
    for (int i = 0; i < steps; ++i) {
        const auto at = [i](int us) { return std::to_string(1000 + i * 10000 + us); };
        int work = 10 * (i + 1);
        const auto launch = [&](const std::string& call, int from, const std::string& gpuEvent) {
            const std::string correlation = "'correlation':" + std::to_string(++work);
            add("{'ph':'X','cat':'cuda_runtime','name':'" + call + "','pid':1,'tid':1,'ts':" + at(from)
                + ",'dur':5,'args':{" + correlation + "}}");
            add("{'ph':'X','pid':0,'tid':7," + gpuEvent + ",'args':{" + correlation
                + ",'device':0,'stream':7,'bytes':50000000}}");
        };
        add("{'ph':'X','cat':'user_annotation','name':'ProfilerStep#" + std::to_string(i + 1)
            + "','pid':1,'tid':1,'ts':" + at(0) + ",'dur':10000}");
        launch("cudaLaunchKernel", 10,
            "'cat':'kernel','name':'ncclDevKernel_AllReduce_Sum_bf16','ts':" + at(20) + ",'dur':5000");
        launch("cudaMemcpyAsync", 30,
            "'cat':'gpu_memcpy','name':'Memcpy HtoD (Pageable -> Device)','ts':" + at(5020) + ",'dur':4900");
        launch("cudaLaunchKernel", 50, "'cat':'kernel','name':'gemm_f16','ts':" + at(9920) + ",'dur':80");
    }
    return QByteArray::fromStdString(
        asJson("{'schemaVersion':1,'deviceProperties':[{'id':0,'name':'H'}],'traceEvents':[\n" + events + "]}"));
}

} // namespace stepscope::tests
