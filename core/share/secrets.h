// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Finds in the JSON text of a trace what should not be shared: whose machine it was, how to get into it.
//
//   by shape   home folders (/home/NAME, /Users/NAME, C:\Users\NAME), e-mail addresses, IPv4 and IPv6 addresses (not
//              versions of four numbers), addresses of network cards, user:password@ in URLs, keys and tokens with a
//              known prefix (AWS, GitHub, GitLab, Hugging Face, OpenAI, Slack, Google, NVIDIA, PyPI, npm, ...), JSON
//              web tokens, "Bearer ...", webhooks, private key blocks, public keys with their owners, hosts in names of
//              trace files (HOST_PID.TIME.pt.trace.json). Not keys that are told by nothing, as AWS's secret ones are
//   by key     values of members, of NAME=value, --name value, name: value, and what follows "--name" in a list, whose
//              name says what they are: host, user, command line, environment, password, secret, token, API key,
//              signature, session
//   learned    names of users and hosts that were found so, wherever else they stand as a word of their own
// Texts are read as what they mean, not as they are escaped; a text that has nothing to mask stays as it stands in the
// file. Categories, phases and ids are never touched; of names of events only what is a secret by its shape or by a key
// whose value no code would have, folders of a path, and words of names that are no code ("aten::mm", "adam.py(12):
// step" stay); of keys of members only what is a secret by its shape, folders, and hosts. Linear in the text.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
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
[[nodiscard]] const char* secretKindName(SecretKind kind);  // "home_path", …
[[nodiscard]] const char* secretKindWords(SecretKind kind); // for people: "home folder", …

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

// Where a text stands decides what is looked for in it.
enum class TextPlace : std::uint8_t
{
    Value, // of an argument or of metadata
    Name,  // of an event
    Key,   // of a member
    Shown, // on the screen: a value or a name
};

// In a plain text: in order, disjoint. Adds to `learned`; what was learned before counts as well.
[[nodiscard]] std::vector<Secret> findSecrets(std::string_view text, TextPlace place, LearnedNames& learned);

// What stands in place of a secret: "user", "<host>", "<token>", …; masked text has no secrets.
[[nodiscard]] std::string_view maskOf(SecretKind kind);

// The text with its secrets masked.
[[nodiscard]] std::string maskText(std::string_view text, const std::vector<Secret>& secrets);

struct Scrubbed
{
    std::string json; // as it was, but for the texts that held secrets
    std::map<SecretKind, std::uint64_t> masked;
};

// Is told each secret: its kind, what it reads, and the byte of the JSON text where the text that holds it begins.
// Says whether it is masked.
using TakeSecret = std::function<bool(SecretKind, std::string_view secret, std::size_t at)>;

// A JSON text, or a member of an object ("key": value) as it stands. A whole file takes two passes: one to learn names,
// which may stand before what gives them away, and one to mask. Keys of one object that are masked alike are numbered.
[[nodiscard]] Scrubbed scrubJson(std::string_view json, LearnedNames& learned, const TakeSecret& take = {});

} // namespace stepscope::share
