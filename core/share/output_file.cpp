// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/output_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

namespace stepscope::share {
namespace {

constexpr std::size_t kLargestPiece = std::size_t {1} << 30U; // gzwrite() takes an unsigned int

} // namespace

OutputFile::OutputFile(std::string path)
    : m_path(std::move(path))
{
}

void OutputFile::openPart()
{
    constexpr int kMostTries = 100; // files that killed programs left
    const std::filesystem::path folder = std::filesystem::path(m_path).parent_path();
    for (int i = 0; i < kMostTries && m_packed == nullptr && m_plain == nullptr; ++i) {
        // Short: the name of the file itself may be as long as names can be.
        m_part = (folder / fmt::format(".stepscope-{}-{}.part", getpid(), i)).string();
        if (m_path.ends_with(".gz"))
            m_packed = gzopen(m_part.c_str(), "wb6x");
        else
            m_plain = std::fopen(m_part.c_str(), "wbx");
        if (errno != EEXIST)
            return;
    }
}

tl::unexpected<Error> OutputFile::failed() const
{
    return fail(ErrorClass::Unreadable, fmt::format("{} cannot be written: {}.", m_path, std::strerror(errno)));
}

Expected<std::unique_ptr<OutputFile>> OutputFile::create(const std::string& path, const std::string& source)
{
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::equivalent(path, source, error))
        return fail(ErrorClass::Unreadable, fmt::format("{} is the trace itself; give the cut another name.", path));
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
        return fail(ErrorClass::Unreadable, fmt::format("{} is no regular file; give the cut another name.", path));
    if (path.ends_with(".zst"))
        return fail(ErrorClass::Unreadable, fmt::format("{}: cuts are packed with gzip only; name it .json.gz.", path));
    const fs::path target = fs::weakly_canonical(path, error);
    std::unique_ptr<OutputFile> out(new OutputFile(error ? path : target.string()));
    out->openPart();
    if (out->m_packed == nullptr && out->m_plain == nullptr)
        return out->failed();
    if (fs::exists(status))
        fs::permissions(out->m_part, status.permissions(), error);
    return out;
}

OutputFile::~OutputFile()
{
    if (m_packed == nullptr && m_plain == nullptr)
        return;
    if (m_packed != nullptr)
        gzclose(static_cast<gzFile>(m_packed));
    else
        std::fclose(m_plain);
    std::remove(m_part.c_str());
}

void OutputFile::write(std::string_view text)
{
    while (m_good && !text.empty()) {
        const std::string_view piece = text.substr(0, kLargestPiece);
        m_good = m_packed != nullptr
            ? gzwrite(static_cast<gzFile>(m_packed), piece.data(), static_cast<unsigned>(piece.size())) > 0
            : std::fwrite(piece.data(), 1, piece.size(), m_plain) == piece.size();
        text.remove_prefix(piece.size());
    }
}

Expected<void> OutputFile::finish()
{
    const bool closed
        = m_packed != nullptr ? gzclose(static_cast<gzFile>(m_packed)) == Z_OK : std::fclose(m_plain) == 0;
    m_packed = nullptr;
    m_plain = nullptr;
    if (!m_good || !closed || std::rename(m_part.c_str(), m_path.c_str()) != 0) {
        const auto error = failed();
        std::remove(m_part.c_str());
        return error;
    }
    return {};
}

} // namespace stepscope::share
