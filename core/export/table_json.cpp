// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/table.h"

#include <nlohmann/json.hpp>

namespace stepscope::exporting {

std::string tableJson(const Table& table, const std::string& path)
{
    using Json = nlohmann::ordered_json;
    Json rows = Json::array();
    for (const std::vector<Cell>& row : table.rows) {
        Json out = Json::object();
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            if (!table.columns[c].data)
                continue;
            std::visit(
                [&](const auto& value) {
                    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                        out[table.columns[c].key] = nullptr;
                    else
                        out[table.columns[c].key] = value;
                },
                row[c]);
        }
        rows.push_back(std::move(out));
    }
    Json document = Json::object();
    document["schema"] = "stepscope." + table.name + "/1";
    document["result"] = "opened";
    document["error"] = nullptr;
    document["file"] = path;
    document["total"] = table.total;
    document[table.name] = std::move(rows);
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepscope::exporting
