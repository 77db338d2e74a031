// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The steps of an opened file as the box of the tool bar offers them: what each is called and costs, which is chosen.
// GUI thread only.

#include <QObject>
#include <QString>

#include <cstddef>
#include <optional>

namespace stepscope::widgets {

class StepChoice : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] virtual std::size_t count() const = 0;
    [[nodiscard]] virtual std::optional<std::size_t> chosen() const = 0;
    [[nodiscard]] virtual QString name(std::size_t step) const = 0; // "ProfilerStep#12"
    [[nodiscard]] virtual QString statistics(std::size_t step) const = 0;
    [[nodiscard]] virtual QString text() const = 0; // where we are: "All steps", "Step #12"
    virtual void choose(std::size_t step) = 0;
    virtual void chooseAll() = 0;

Q_SIGNALS:
    void stepsChanged(); // there are others
    void chosenChanged();
    void textChanged();
    void statisticsChanged();
};

} // namespace stepscope::widgets
