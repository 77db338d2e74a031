// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/secret_names.h"

#include "core/share/secret_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace stepscope::share {
namespace {

// "apikey" of "--API-Key" and "api_key".
std::string plain(std::string_view name)
{
    std::string out;
    for (const char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
}

// "TOKEN" of "HF_TOKEN", "Token" of "hfToken".
std::string_view lastWord(std::string_view name)
{
    std::size_t begin = name.size();
    while (begin > 0 && std::isalnum(static_cast<unsigned char>(name[begin - 1])) != 0
        && (begin == name.size() || !isCapital(name[begin]) || isCapital(name[begin - 1])))
        --begin;
    return name.substr(begin);
}

template <std::size_t Count> bool isOneOf(const std::array<std::string_view, Count>& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 14> kHosts {"host", "hostname", "nodename", "machinename", "computername",
    "fqdn", "masteraddr", "masterhost", "slurmdnodename", "slurmnodelist", "slurmjobnodelist", "nodelist", "hostlist",
    "submithost"};
constexpr std::array<std::string_view, 6> kUsers {"user", "username", "login", "loginname", "logname", "sudouser"};
constexpr std::array<std::string_view, 7> kCommands {
    "commandline", "cmdline", "argv", "sysargv", "launchcommand", "origargv", "cmd"};
constexpr std::array<std::string_view, 5> kEnvironments {
    "environment", "environ", "env", "envvars", "environmentvariables"};
// Ends of names; whole words only would miss WANDB_API_KEY.
constexpr std::array<std::string_view, 21> kSecretWords {"password", "passwd", "passcode", "passphrase", "secret",
    "secretkey", "apikey", "apikeys", "accesskey", "accesskeyid", "accountkey", "privatekey", "privatekeyid",
    "accesstoken", "authtoken", "apitoken", "hftoken", "credentials", "authorization", "connectionstring",
    "webhookurl"};

// Of links that are signed and of sessions.
constexpr std::array<std::string_view, 8> kLongTokens {
    "sig", "signature", "xamzsignature", "session", "sessionid", "sid", "cookie", "setcookie"};

// Whole words, or parts of a name between marks.
constexpr std::array<std::string_view, 18> kVersions {"version", "versions", "ver", "release", "cudnn", "cuda",
    "driver", "cu", "nccl", "rccl", "cublas", "cufft", "cupti", "rocm", "miopen", "torch", "triton", "so"};

constexpr std::array<std::string_view, 60> kCommonUsers {"root", "user", "users", "ubuntu", "admin", "jovyan", "runner",
    "test", "tests", "train", "trainer", "training", "data", "torch", "work", "worker", "workspace", "home", "shared",
    "public", "model", "models", "build", "builder", "docker", "default", "guest", "debian", "centos", "azureuser",
    "sagemaker", "appuser", "python", "conda", "main", "opt",
    // words that code and its arguments are made of
    "nvidia", "cuda", "kernel", "aten", "nccl", "float", "double", "half", "long", "bool", "tensor", "stream", "device",
    "memory", "module", "forward", "backward", "name", "none", "step", "size", "type", "linux", "code"};

constexpr std::array<std::string_view, 12> kCommonHosts {"localhost", "localdomain", "host", "node", "master", "worker",
    "server", "login", "cluster", "container", "rank", "trace"};

constexpr std::size_t kShortestName = 4;
constexpr std::size_t kShortestToken = 6;
constexpr std::size_t kLongToken = 16;

constexpr std::array<std::string_view, 8> kNoValues {
    "true", "false", "none", "null", "unset", "default", "auto", "empty"};

template <std::size_t Count> bool endsWithOneOf(const std::array<std::string_view, Count>& ends, std::string_view word)
{
    return std::any_of(ends.begin(), ends.end(), [word](std::string_view end) { return word.ends_with(end); });
}

bool isNumber(std::string_view text)
{
    return std::all_of(text.begin(), text.end(),
        [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-'; });
}

} // namespace

std::optional<NamedKind> kindOfName(std::string_view name)
{
    const std::string word = plain(name);
    if (word.empty() || word.size() > 40)
        return std::nullopt;
    if (isOneOf(kHosts, word))
        return NamedKind {SecretKind::HostName};
    if (isOneOf(kUsers, word))
        return NamedKind {SecretKind::UserName};
    if (isOneOf(kCommands, word))
        return NamedKind {SecretKind::CommandLine, true};
    if (isOneOf(kEnvironments, word))
        return NamedKind {SecretKind::Environment, true};
    const bool isPassword = word.ends_with("pwd") && word != "pwd" && word != "oldpwd"; // those are folders
    if (isPassword || endsWithOneOf(kSecretWords, word))
        return NamedKind {SecretKind::Token, true};
    if (isOneOf(kLongTokens, word))
        return NamedKind {SecretKind::Token, false, true};
    const std::string last = plain(lastWord(name));
    if (last == "token")
        return NamedKind {SecretKind::Token}; // "HF_TOKEN", not "tiktoken"; "max_token" is a number
    return last == "user" ? std::optional(NamedKind {SecretKind::UserName}) : std::nullopt;
}

bool mayBeValueOf(NamedKind named, std::string_view value)
{
    if (value.empty() || isMask(value))
        return false; // nothing, or masked already
    if (named.kind != SecretKind::Token)
        return true;
    if (named.isLong && (value.size() < kLongToken || !isMixed(value)))
        return false;
    if (isNumber(value))
        return named.numbers && value.size() >= kShortestName;
    return value.size() >= kShortestToken && !isOneOf(kNoValues, plain(value));
}

bool isMixed(std::string_view value)
{
    const auto is = [value](int (*kind)(int)) {
        return std::any_of(
            value.begin(), value.end(), [kind](char c) { return kind(static_cast<unsigned char>(c)) != 0; });
    };
    return is(std::isdigit) && is(std::isalpha);
}

bool tellsVersion(std::string_view name)
{
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of("_-. "), name.size());
        const std::string word = plain(name.substr(0, end));
        if (isOneOf(kVersions, std::string_view(word).substr(0, word.find_last_not_of("0123456789") + 1))) // "cu12"
            return true;
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return false;
}

bool isCommonHost(std::string_view name)
{
    const std::string_view word = name.substr(0, name.find_last_not_of("0123456789") + 1);
    return !word.empty() && isWordCharacter(word.back()) && isOneOf(kCommonHosts, plain(word));
}

bool isMask(std::string_view text)
{
    constexpr std::array<SecretKind, 7> kKinds {SecretKind::UserName, SecretKind::HostName, SecretKind::Email,
        SecretKind::IpAddress, SecretKind::UrlPassword, SecretKind::Token, SecretKind::CommandLine};
    return text == maskOf(SecretKind::Environment)
        || std::any_of(kKinds.begin(), kKinds.end(), [text](SecretKind kind) { return text == maskOf(kind); });
}

void learn(SecretKind kind, const std::string& value, LearnedNames& learned)
{
    if (value.size() < kShortestName || isNumber(value) || isMask(value))
        return;
    if ((kind == SecretKind::UserName || kind == SecretKind::HomePath) && !isOneOf(kCommonUsers, plain(value)))
        learned.users.insert(value);
    if (kind == SecretKind::HostName && !isCommonHost(value))
        learned.hosts.insert(value);
}

} // namespace stepscope::share
