// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for libFuzzer's main() where the compiler has none: gives each file named on the command line to the fuzzer
// once. Exit 0 when all were read (a broken promise aborts), 2 when one could not be.

#include <cstdint>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

int main(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i) {
        std::ifstream file(argv[i], std::ios::binary);
        const std::string bytes {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        if (!file) {
            fmt::print(stderr, "cannot read {}\n", argv[i]);
            return 2;
        }
        fmt::print(stderr, "{}: {} bytes\n", argv[i], bytes.size());
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }
    return 0;
}
