// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_files.h"

#include "core/json/trace_loader.h"

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <zlib.h>
#include <zstd.h>

namespace stepscope::tests {
namespace {

std::string gzip(std::string_view text)
{
    z_stream stream {};
    deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string gzipMembers(std::string_view text)
{
    std::string out;
    const std::size_t step = text.size() / 5 + 1;
    for (std::size_t at = 0; at < text.size(); at += step)
        out += gzip(text.substr(at, step));
    return out.empty() ? gzip(text) : out;
}

std::string zstd(std::string_view text)
{
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 1));
    return out;
}

std::string gunzip(const std::string& bytes)
{
    std::string out;
    z_stream stream {};
    inflateInit2(&stream, 15 + 16);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    for (int result = Z_OK; result == Z_OK || (result == Z_STREAM_END && stream.avail_in > 0);) {
        if (result == Z_STREAM_END)
            inflateReset(&stream);
        const std::size_t had = out.size();
        out.resize(had + (std::size_t {1} << 20U));
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + had);
        stream.avail_out = static_cast<uInt>(out.size() - had);
        result = inflate(&stream, Z_NO_FLUSH);
        out.resize(out.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return out;
}

} // namespace

std::string packed(std::string_view text, Packing packing)
{
    switch (packing) {
    case Packing::Plain:
        break;
    case Packing::Gzip:
        return gzip(text);
    case Packing::GzipMembers:
        return gzipMembers(text);
    case Packing::Zstd:
        return zstd(text);
    }
    return std::string(text);
}

std::string writeTemporary(const std::string& name, std::string_view bytes)
{
    static const QTemporaryDir folder;
    const QString path = folder.filePath(QString::fromStdString(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)
        || file.write(bytes.data(), static_cast<qint64>(bytes.size())) != static_cast<qint64>(bytes.size()))
        qFatal("cannot write %s", qPrintable(path));
    return path.toStdString();
}

std::string readText(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    std::string bytes = file.readAll().toStdString();
    return bytes.compare(0, 2, "\x1f\x8b") == 0 ? gunzip(bytes) : bytes;
}

TraceOrError loadFile(const std::string& path, unsigned threads, std::size_t chunkBytes)
{
    Progress progress;
    json::LoadOptions options;
    options.threads = threads;
    options.chunkBytes = chunkBytes;
    return json::loadTrace(path, progress, {}, options);
}

TraceOrError loadText(std::string_view text, const LoadSetting& setting)
{
    return loadFile(writeTemporary("trace", packed(text, setting.packing)), setting.threads, setting.chunkBytes);
}

std::string traceOf(const std::vector<std::string>& events)
{
    std::string text = "{\"schemaVersion\": 1, \"traceEvents\": [\n";
    for (std::size_t i = 0; i < events.size(); ++i)
        text.append(i > 0 ? ",\n" : "").append(events[i]);
    return text + "\n], \"traceName\": \"test\"}\n";
}

} // namespace stepscope::tests
