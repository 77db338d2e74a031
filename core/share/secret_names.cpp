// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/secret_names.h"

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

template <std::size_t Count> bool isOneOf(const std::array<std::string_view, Count>& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 6> kHosts {
    "host", "hostname", "nodename", "machinename", "computername", "fqdn"};
constexpr std::array<std::string_view, 6> kUsers {"user", "username", "login", "loginname", "logname", "sudouser"};
constexpr std::array<std::string_view, 7> kCommands {
    "commandline", "cmdline", "argv", "sysargv", "launchcommand", "origargv", "cmd"};
constexpr std::array<std::string_view, 5> kEnvironments {
    "environment", "environ", "env", "envvars", "environmentvariables"};
// Ends of names; whole words only would miss WANDB_API_KEY.
constexpr std::array<std::string_view, 14> kTokens {"password", "passwd", "secret", "secretkey", "apikey", "apikeys",
    "accesskey", "accesskeyid", "accesstoken", "authtoken", "privatekey", "token", "credentials", "passphrase"};

constexpr std::array<std::string_view, 36> kCommonUsers {"root", "user", "users", "ubuntu", "admin", "jovyan", "runner",
    "test", "tests", "train", "trainer", "training", "data", "torch", "work", "worker", "workspace", "home", "shared",
    "public", "model", "models", "build", "builder", "docker", "default", "guest", "debian", "centos", "azureuser",
    "sagemaker", "appuser", "python", "conda", "main", "opt"};

constexpr std::array<std::string_view, 10> kCommonHosts {
    "localhost", "localdomain", "host", "node", "master", "worker", "server", "login", "cluster", "container"};

constexpr std::size_t kShortestName = 4;

constexpr std::array<std::string_view, 8> kNoValues {
    "true", "false", "none", "null", "unset", "default", "auto", "empty"};

bool isNumber(std::string_view text)
{
    return std::all_of(text.begin(), text.end(),
        [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-'; });
}

} // namespace

std::optional<SecretKind> kindOfName(std::string_view name)
{
    const std::string word = plain(name);
    if (word.empty() || word.size() > 40)
        return std::nullopt;
    if (isOneOf(kHosts, word))
        return SecretKind::HostName;
    if (isOneOf(kUsers, word))
        return SecretKind::UserName;
    if (isOneOf(kCommands, word))
        return SecretKind::CommandLine;
    if (isOneOf(kEnvironments, word))
        return SecretKind::Environment;
    const bool token
        = std::any_of(kTokens.begin(), kTokens.end(), [&word](std::string_view end) { return word.ends_with(end); });
    return token ? std::optional(SecretKind::Token) : std::nullopt;
}

bool mayBeValueOf(SecretKind kind, std::string_view value)
{
    if (value.empty() || isMask(value))
        return false; // nothing, or masked already
    if (kind != SecretKind::Token)
        return true;
    return value.size() >= 6 && !isNumber(value) && !isOneOf(kNoValues, plain(value));
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
    if (kind == SecretKind::HostName && !isOneOf(kCommonHosts, plain(value)))
        learned.hosts.insert(value);
}

} // namespace stepscope::share
