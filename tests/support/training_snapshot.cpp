// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/training_snapshot.h"

#include <string>

namespace stepscope::tests {
namespace {

class Loop
{
public:
    Loop(SnapshotBuilder& b, const Training& options)
        : m_b(b)
        , m_options(options)
    {
        if (options.stacks)
            makeStacks();
    }
    void run()
    {
        for (int i = 0; i < m_options.layers; ++i)
            m_b.alloc(m_options.parameter, m_load);
        for (int i = 0; i < m_options.steps; ++i)
            step(i);
        if (m_options.stopInForward) {
            begin(m_options.steps);
            forward();
        }
    }

private:
    void makeStacks()
    {
        const char* module = "/x/site-packages/torch/nn/modules/module.py:1762 _call_impl";
        m_load = m_b.stack({"/x/site-packages/torch/nn/modules/module.py:1343 convert",
            "/x/site-packages/torch/nn/modules/module.py:942 _apply", "train.py:41 build", "train.py:9 main"});
        m_forward = m_b.stack({"/x/site-packages/torch/nn/functional.py:1 gelu", "model.py:61 forward", module,
            "train.py:74 train_step", "train.py:9 main"});
        m_backward = m_b.stack({"??:0 at::_ops::mm::call(at::Tensor const&)",
            "??:0 torch::autograd::Engine::evaluate_function(std::shared_ptr<int>)"});
        m_state = m_b.stack({"/x/site-packages/torch/optim/adamw.py:162 _init_group",
            "/x/site-packages/torch/optim/adamw.py:232 step", "train.py:78 train_step", "train.py:9 main"});
        m_update = m_b.stack({"/x/site-packages/torch/optim/adamw.py:651 _multi_tensor_adamw",
            "/x/site-packages/torch/optim/adamw.py:243 step", "train.py:78 train_step", "train.py:9 main"});
        m_zero = m_b.stack({"/x/site-packages/torch/optim/optimizer.py:962 zero_grad", "train.py:79 train_step"});
        m_leak = m_b.stack({"metrics.py:27 log_features", "train.py:81 train_step", "train.py:9 main"});
        m_input = m_b.stack({"prefetch.py:33 __next__", "train.py:70 train_epoch", "train.py:9 main"});
    }
    void begin(int number)
    {
        if (m_options.annotations)
            m_b.begin("ProfilerStep#" + std::to_string(number));
    }
    void forward()
    {
        for (int i = 0; i < m_options.layers; ++i) {
            m_activations.push_back(m_b.alloc(m_options.activation, m_forward));
            m_b.free(m_b.alloc(m_options.activation / 8, m_forward), m_forward); // a temporary
        }
    }
    void backward()
    {
        while (!m_activations.empty()) {
            const std::uint64_t temporary = m_b.alloc(m_options.activation / 8, m_backward);
            if (m_gradients.size() < static_cast<std::size_t>(m_options.layers))
                m_gradients.push_back(m_b.alloc(m_options.parameter, m_backward));
            m_b.free(m_activations.back(), m_backward).free(temporary, m_backward);
            m_activations.pop_back();
        }
    }
    void optimize(bool first)
    {
        for (int i = 0; first && i < m_options.layers; ++i)
            m_b.alloc(2 * m_options.parameter, m_state);
        std::vector<std::uint64_t> temporaries;
        for (int i = 0; m_options.temporaries > 0 && i < m_options.layers; ++i)
            temporaries.push_back(m_b.alloc(m_options.temporaries, m_update));
        for (const std::uint64_t address : temporaries)
            m_b.free(address, m_update);
    }
    void step(int number)
    {
        begin(number);
        const std::uint64_t input = m_b.alloc(kMiB, m_input);
        forward();
        backward();
        optimize(number == 0);
        if (m_options.leak > 0)
            m_b.alloc(m_options.leak, m_leak);
        while (!m_options.keepGradients && !m_gradients.empty()) {
            m_b.free(m_gradients.back(), m_zero);
            m_gradients.pop_back();
        }
        m_b.free(input, m_input);
        if (m_options.annotations)
            m_b.end("ProfilerStep#" + std::to_string(number));
    }

    SnapshotBuilder& m_b;
    const Training& m_options;
    std::vector<std::uint64_t> m_activations;
    std::vector<std::uint64_t> m_gradients;
    StackId m_load, m_forward, m_backward, m_state, m_update, m_zero, m_leak, m_input;
};

} // namespace

void train(SnapshotBuilder& b, const Training& options)
{
    Loop(b, options).run();
}

} // namespace stepscope::tests
