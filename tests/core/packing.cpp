// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/packing.h"

#include <array>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <zlib.h>
#include <zstd.h>

namespace stepscope::tests {
namespace {

Bytef* bytesOf(const char* text)
{
    return reinterpret_cast<Bytef*>(const_cast<char*>(text));
}

void require(bool condition)
{
    if (!condition)
        throw std::runtime_error("cannot make the input of a test");
}

} // namespace

std::string gzipMember(std::string_view text, const GzipOptions& options)
{
    z_stream stream = {};
    require(deflateInit2(&stream, options.level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    std::array<Bytef, 21> extra = {1, 2, 3};
    gz_header header = {};
    if (options.allHeaderFields) {
        header.name = bytesOf("some name.json");
        header.comment = bytesOf("a comment");
        header.extra = extra.data();
        header.extra_len = static_cast<uInt>(extra.size());
        header.hcrc = 1;
        require(deflateSetHeader(&stream, &header) == Z_OK);
    }
    std::string packed(deflateBound(&stream, text.size()) + 256, '\0');
    stream.next_in = bytesOf(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    require(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::string zstdFrame(std::string_view text, int level)
{
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    const std::size_t n = ZSTD_compress2(context, packed.data(), packed.size(), text.data(), text.size());
    ZSTD_freeCCtx(context);
    require(ZSTD_isError(n) == 0);
    packed.resize(n);
    return packed;
}

std::string zstdSkippableFrame(std::string_view content)
{
    std::string frame("\x53\x2a\x4d\x18", 4); // one of 16 magics in a row, then the size, lowest byte first
    for (unsigned shift = 0; shift < 32; shift += 8)
        frame += static_cast<char>(content.size() >> shift);
    frame += content;
    return frame;
}

std::string traceLikeText(std::size_t bytes, unsigned seed)
{
    std::mt19937 random(seed);
    std::string text;
    while (text.size() < bytes) {
        text += R"({"ph": "X", "cat": "kernel", "name": "gemm_)" + std::to_string(random() % 50) + R"(", "ts": )"
            + std::to_string(random()) + '.' + std::to_string(random() % 1000) + "},\n";
    }
    text.resize(bytes);
    return text;
}

std::string TemporaryFiles::write(std::string_view content, const char* name)
{
    const std::string path = m_dir.filePath(QString::fromUtf8(name)).toStdString();
    std::remove(path.c_str()); // ext4 waits for the disk when a file is cut and written again
    std::FILE* file = std::fopen(path.c_str(), "wb");
    require(file != nullptr);
    const std::size_t written = std::fwrite(content.data(), 1, content.size(), file);
    std::fclose(file);
    require(written == content.size());
    return path;
}

} // namespace stepscope::tests
