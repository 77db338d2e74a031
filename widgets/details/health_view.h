// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Three columns about a file: what had to be repaired or left out, what was not recorded and how to record it, what the
// file holds. Says what it is told; who owns it knows what a byte of the file leads to. GUI thread only.

#include "core/analysis/missing.h"
#include "widgets/details/health_report.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QTextBrowser;

namespace stepscope::widgets {

class ThemeSource;

struct HealthTexts
{
    QList<HealthEntry> entries;
    std::optional<std::vector<analysis::MissingData>> missing; // nothing: not known yet
    QString nothingMissing;                                    // said where `missing` is empty
    QList<DetailSection> contents;
    bool bytesLead = false; // bytes of samples are links
};

class HealthView : public QWidget
{
    Q_OBJECT

public:
    explicit HealthView(ThemeSource* theme, QWidget* parent = nullptr);

    void setTexts(HealthTexts texts);
    void setStatus(const QString& status); // below the columns; empty: none
    [[nodiscard]] const HealthTexts& texts() const { return m_texts; }

Q_SIGNALS:
    void byteRequested(std::uint64_t byte); // a link was followed

private:
    void render();
    void applyTheme();
    void openLink(const QString& link);

    ThemeSource* m_theme;
    HealthTexts m_texts;
    QTextBrowser* m_anomalies;
    QTextBrowser* m_recorded;
    QTextBrowser* m_contents;
    QLabel* m_status;
};

} // namespace stepscope::widgets
