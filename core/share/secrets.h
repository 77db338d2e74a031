// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Finds in the JSON text of a trace what should not be shared: whose machine it was, how to get into it.
//
//   by shape   home folders (/home/NAME, /Users/NAME, C:\Users\NAME), e-mail addresses, IP addresses, user:password@ in
//              URLs, keys and tokens with a known prefix (AWS, GitHub, GitLab, Hugging Face, OpenAI, Slack, Google,
//              NVIDIA, PyPI, npm), JSON web tokens, "Bearer …", private key blocks
//   by key     values of members and of NAME=value, --name value, name: value whose name says what they are: host,
//   user,
//              command line, environment, password, secret, token, API key
//   learned    names of users and hosts that were found so, wherever else they stand as a word of their own
// Works on the raw text and never touches quotes, brackets or escapes, so that masked JSON is JSON. What is a common
// word ("root", "train") is not learned: names of operators and kernels stay. Linear in the text.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::share {

enum class SecretKind : std::uint8_t
{
    HomePath,
    UserName,
    HostName,
    Email,
    IpAddress,
    UrlPassword,
    Token, // key, token, password
    CommandLine,
    Environment,
};
[[nodiscard]] const char* secretKindName(SecretKind kind); // "home_path", …

struct Secret
{
    SecretKind kind = SecretKind::Token;
    std::size_t begin = 0; // [begin, end) of the text is what is masked
    std::size_t end = 0;
};

// Names that the shapes and keys gave away.
struct LearnedNames
{
    std::set<std::string, std::less<>> users;
    std::set<std::string, std::less<>> hosts;
};

// In order, disjoint. Adds to `learned`; what was learned before counts as well. So a whole file takes two passes: one
// to learn, one to mask.
[[nodiscard]] std::vector<Secret> findSecrets(std::string_view json, LearnedNames& learned);

// What stands in place of a secret: "user", "<host>", "<token>", …; masked text has no secrets.
[[nodiscard]] std::string_view maskOf(SecretKind kind);
[[nodiscard]] std::string maskSecrets(std::string_view json, const std::vector<Secret>& secrets);

} // namespace stepscope::share
