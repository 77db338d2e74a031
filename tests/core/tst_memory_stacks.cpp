// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks as people read them: Python and native frames apart, noise hidden, the user's own frame, what the memory is
// for. And the call trees made of them.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "core/analysis/memory/frame_classes.h"
#include "core/analysis/memory/stack_reader.h"
#include "core/analysis/memory/stack_tree.h"
#include "tests/support/snapshot_builder.h"
#include "tests/support/test_registry.h"

#include <map>
#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::tests;

namespace {

using Frames = std::initializer_list<std::string_view>;

constexpr const char* kTorch = "/opt/venv/lib/python3.12/site-packages/torch";

MemoryCategory guessOf(Frames frames)
{
    SnapshotBuilder b;
    const StackId stack = b.stack(frames);
    return StackReader(b.record()).guess(stack);
}

std::string labelOf(Frames frames)
{
    SnapshotBuilder b;
    const StackId stack = b.stack(frames);
    return StackReader(b.record()).label(stack);
}

std::string path(const char* inTorch)
{
    return std::string(kTorch) + inTorch;
}

// What a tree must hold, counted another way: bytes by the text of each path from the root.
std::map<std::string, std::int64_t> totalsByPath(const StackTree& tree)
{
    std::map<std::string, std::int64_t> totals;
    std::vector<std::string> paths(tree.nodes.size());
    for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
        paths[i] = paths[tree.nodes[i].parent] + ";" + tree.label(i);
        totals[paths[i]] = tree.nodes[i].total;
    }
    return totals;
}

bool isLaidOutInOrder(const StackTree& tree)
{
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const StackTreeNode& node = tree.nodes[i];
        std::int64_t below = node.self;
        std::int64_t last = INT64_MAX;
        for (std::uint32_t child = static_cast<std::uint32_t>(i) + 1; child < node.end; child = tree.nodes[child].end) {
            const StackTreeNode& of = tree.nodes[child];
            if (of.parent != i || of.depth != node.depth + 1 || std::abs(of.total) > last)
                return false;
            last = std::abs(of.total);
            below += of.total;
        }
        if (below != node.total)
            return false;
    }
    return tree.nodes.front().end == tree.nodes.size();
}

} // namespace

class TestMemoryStacks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void userFrameIsTheInnermostOfNoPackage()
    {
        const std::string functional = path("/nn/functional.py:2551 embedding");
        QCOMPARE(labelOf({functional, "/srv/train/model.py:57 forward", "/srv/train/train.py:3 main"}),
            std::string("model.py:57 forward"));
        QCOMPARE(labelOf({functional, path("/nn/modules/module.py:5 _call_impl")}),
            std::string("functional.py:2551 embedding"));
        QCOMPARE(labelOf({"??:0 torch::unwind::unwind()", "??:0 at::native::mm(at::Tensor const&)", "??:0 _start"}),
            std::string("at::native::mm"));
        QCOMPARE(labelOf({}), std::string("(no stack)"));
        // The allocator is on every stack; the backward of an operator says more than what it calls.
        QCOMPARE(
            labelOf({"??:0 c10::cuda::CUDACachingAllocator::Native::malloc(int)", "??:0 at::cuda::getNewWorkspace()"}),
            std::string("at::cuda::getNewWorkspace"));
        QCOMPARE(labelOf({"??:0 at::_ops::mm::call(at::Tensor const&)",
                     "??:0 torch::autograd::generated::MmBackward0::apply(std::vector<at::Tensor>&&)",
                     "??:0 torch::autograd::Engine::thread_main()"}),
            std::string("torch::autograd::generated::MmBackward0::apply"));
        QCOMPARE(labelOf({"??:0 void at::(anonymous namespace)::gemm<float (*)(int)>(char, long)"}),
            std::string("void at::(anonymous namespace)::gemm<float (*)(int)>"));
        QCOMPARE(labelOf({"<frozen importlib._bootstrap>:12 _call", "<stdin>:1 <module>"}),
            std::string("<stdin>:1 <module>"));
        QCOMPARE(labelOf({"t.py:4 Trainer.run.<locals>.step"}), std::string("t.py:4 step"));
    }

    void nativeFramesStandInsideTheInnermostPythonFrame()
    {
        SnapshotBuilder b;
        const StackId stack = b.stack({"??:0 torch::unwind::unwind()", "??:0 at::detail::empty_generic(int)",
            "??:0 at::_ops::mm::call", "model.py:61 forward", "bytecodes.c:2715 _PyEval_EvalFrameDefault",
            "??:0 main_loop", "train.py:74 train_step", "train.py:118 main"});
        const StackReader reader(b.record());
        const auto texts = [&reader](const std::vector<FrameId>& frames) {
            std::vector<std::string> out;
            out.reserve(frames.size());
            for (const FrameId frame : frames)
                out.push_back(reader.frameText(frame));
            return out;
        };
        const std::vector<std::string> python {"train.py:118 main", "train.py:74 train_step", "model.py:61 forward"};
        QCOMPARE(texts(reader.callOrder(stack)), python);
        std::vector<std::string> all = python;
        all.emplace_back("at::_ops::mm::call");
        QCOMPARE(texts(reader.callOrder(stack, false)), all);
    }

    void guessesWhatMemoryIsFor()
    {
        const std::string call = path("/nn/modules/module.py:1762 _call_impl");
        QCOMPARE(guessOf({"model.py:6 forward", call, "train.py:4 step"}), MemoryCategory::Activation);
        QCOMPARE(guessOf({path("/optim/adamw.py:162 _init_group"), path("/optim/adamw.py:2 step"), "train.py:4 f"}),
            MemoryCategory::OptimizerState);
        // An optimizer of one's own is called through the wrapper of torch.optim.
        QCOMPARE(guessOf({"my_adam.py:30 step", path("/optim/optimizer.py:493 wrapper"), "train.py:4 f"}),
            MemoryCategory::OptimizerState);
        QCOMPARE(guessOf({path("/optim/optimizer.py:962 zero_grad"), "train.py:4 f"}), MemoryCategory::Other);
        QCOMPARE(
            guessOf({path("/autograd/graph.py:7 _engine_run_backward"), path("/_tensor.py:5 backward"), "t.py:1 f"}),
            MemoryCategory::Gradient);
        QCOMPARE(guessOf({"??:0 at::mm()", "??:0 torch::autograd::Engine::thread_main(x)", "thread.cc:0 start_thread"}),
            MemoryCategory::Gradient);
        // Recomputed in backward: not the activations of the forward pass.
        QCOMPARE(
            guessOf({"model.py:6 forward", path("/utils/checkpoint.py:3 unpack_hook"), path("/_tensor.py:5 backward")}),
            MemoryCategory::Gradient);
        QCOMPARE(
            guessOf({path("/nn/modules/module.py:1343 convert"), path("/nn/modules/module.py:942 _apply"), "t.py:1 f"}),
            MemoryCategory::Parameter);
        QCOMPARE(guessOf({"model.py:9 __init__", "train.py:4 build"}), MemoryCategory::Parameter);
        QCOMPARE(guessOf({"cache.py:9 __init__", "model.py:6 forward", "train.py:4 f"}), MemoryCategory::Activation);
        QCOMPARE(guessOf({path("/utils/data/_utils/pin_memory.py:9 pin"), "train.py:4 f"}), MemoryCategory::Input);
        QCOMPARE(guessOf({"??:0 at::_ops::_to_copy::call(at::Tensor)", "train.py:4 f"}), MemoryCategory::Input);
        QCOMPARE(guessOf({path("/distributed/distributed_c10d.py:9 all_gather"), "train.py:4 f"}),
            MemoryCategory::Communication);
        QCOMPARE(guessOf({"C:\\venv\\site-packages\\torch\\nn\\modules\\module.py:942 _apply", "C:\\t.py:1 f"}),
            MemoryCategory::Parameter);
        QCOMPARE(guessOf({"train_ddp.py:4 f"}), MemoryCategory::Other);
        QCOMPARE(guessOf({}), MemoryCategory::Other);
    }

    // An engine's cache is no parameter, whoever's constructor starts it, and is named where it is made.
    void cachesOfEnginesAreTheirOwn()
    {
        SnapshotBuilder b;
        const StackId stack
            = b.stack({"/usr/lib/python3/dist-packages/vllm/worker/cache_engine.py:83 _allocate_kv_cache",
                "/usr/lib/python3/dist-packages/vllm/worker/cache_engine.py:60 __init__", "rollout.py:114 __init__"});
        const StackReader reader(b.record());
        QVERIFY(reader.guess(stack) == MemoryCategory::KvCache);
        QCOMPARE(reader.label(stack), std::string("cache_engine.py:83 _allocate_kv_cache"));
        QCOMPARE(guessOf({"/x/site-packages/sglang/srt/mem_cache/memory_pool.py:9 _create_buffers", "serve.py:4 f"}),
            MemoryCategory::KvCache);
    }

    void innermostForwardNamesTheModule()
    {
        SnapshotBuilder b;
        const StackId stack = b.stack({path("/nn/functional.py:1 gelu"), path("/nn/modules/activation.py:7 forward"),
            path("/nn/modules/module.py:1 _call_impl"), "model.py:61 forward"});
        const StackReader reader(b.record());
        QCOMPARE(reader.frameText(reader.forwardFrame(stack)), std::string("activation.py:7 forward"));
        QVERIFY(!reader.forwardFrame(StackId()).valid());
    }

    void producersWordsForCategories()
    {
        QVERIFY(memoryCategoryOf("OPTIMIZER_STATE") == MemoryCategory::OptimizerState);
        QVERIFY(memoryCategoryOf("autograd detail") == MemoryCategory::AutogradDetail);
        QVERIFY(memoryCategoryOf("kv_cache") == MemoryCategory::KvCache);
        QVERIFY(!memoryCategoryOf("lunch"));
        QVERIFY(!memoryCategoryOf(""));
    }

    void treeAddsUpByCaller()
    {
        SnapshotBuilder b;
        const StackId leaf = b.stack({"m.py:1 f", "t.py:2 step", "t.py:3 main"});
        const StackId other = b.stack({"m.py:5 g", "t.py:2 step", "t.py:3 main"});
        const StackId middle = b.stack({"t.py:2 step", "t.py:3 main"});
        const StackReader reader(b.record());
        const std::vector<StackWeight> weights {{leaf, 10, 1}, {other, 30, 2}, {middle, 5, 1}, {StackId(), 7, 3}};
        const StackTree tree = stackTree(reader, weights);
        QVERIFY(isLaidOutInOrder(tree));
        QCOMPARE(tree.nodes.size(), std::size_t {6});
        QCOMPARE(tree.nodes[0].total, 52);
        QCOMPARE(tree.nodes[0].blocks, 7);
        QCOMPARE(tree.label(1), std::string("t.py:3 main"));
        QCOMPARE(tree.label(3), std::string("m.py:5 g")); // more than f
        QVERIFY(tree.nodes[3].stack == other);
        QCOMPARE(tree.label(5), std::string("(no stack)"));
        QCOMPARE(foldedText(tree),
            std::string("(no stack) 7\nt.py:3 main;t.py:2 step 5\nt.py:3 main;t.py:2 step;m.py:1 f 10\n"
                        "t.py:3 main;t.py:2 step;m.py:5 g 30\n"));
    }

    void differenceOfRandomTreesIsThatOfTheirTotals()
    {
        std::mt19937 random(3);
        SnapshotBuilder b;
        std::vector<StackId> stacks {StackId()};
        for (int i = 0; i < 40; ++i) {
            const auto name = [&random] { return "m.py:1 f" + std::to_string(random() % 4); };
            stacks.push_back(b.stack({name(), name(), name()}));
        }
        const StackReader reader(b.record());
        for (int round = 0; round < 20; ++round) {
            std::vector<StackWeight> before;
            std::vector<StackWeight> after;
            for (const StackId stack : stacks) {
                before.push_back({stack, static_cast<std::int64_t>(random() % 5), 1});
                if (random() % 2 == 0)
                    after.push_back({stack, static_cast<std::int64_t>(random() % 5), 2});
            }
            const StackTree a = stackTree(reader, before);
            const StackTree c = stackTree(reader, after);
            const StackTree difference = stackDifference(a, c);
            QVERIFY(isLaidOutInOrder(a) && isLaidOutInOrder(c) && isLaidOutInOrder(difference));
            std::map<std::string, std::int64_t> expected = totalsByPath(c);
            for (const auto& [at, bytes] : totalsByPath(a))
                expected[at] -= bytes;
            for (const auto& [at, bytes] : totalsByPath(difference))
                QCOMPARE(bytes, expected.at(at));
            QCOMPARE(difference.nodes[0].total, c.nodes[0].total - a.nodes[0].total);
            QCOMPARE(stackDifference(a, a).nodes.size(), std::size_t {1});
        }
    }
};

STEPSCOPE_TEST(TestMemoryStacks)
#include "tst_memory_stacks.moc"
