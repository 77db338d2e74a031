// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

namespace {

// google-benchmark prints errors, but its exit status says nothing of them.
class CheckingReporter final : public benchmark::ConsoleReporter
{
public:
    void ReportRuns(const std::vector<Run>& runs) override
    {
        for (const Run& run : runs)
            m_failed = m_failed || run.error_occurred;
        ConsoleReporter::ReportRuns(runs);
    }
    [[nodiscard]] bool failed() const { return m_failed; }

private:
    bool m_failed = false;
};

} // namespace

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    CheckingReporter reporter;
    const std::size_t benchmarks = benchmark::RunSpecifiedBenchmarks(&reporter);
    return benchmarks == 0 || reporter.failed() ? 1 : 0;
}
