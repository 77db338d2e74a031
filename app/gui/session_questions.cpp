// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session_questions.h"

#include "app/gui/session_file.h"
#include "widgets/details/detail_text.h"
#include "widgets/memory/memory_words.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QTextStream>

#include <cstdio>

namespace stepscope::app {

namespace {

QString nameOf(const FileQuestion& question)
{
    return QFileInfo(widgets::toQString(question.file.path)).fileName();
}

// A picture whose file was not below its own folder: there is nothing else to look for than a name.
bool keepsNoFolder(const FileQuestion& question)
{
    return question.session.endsWith(kPictureSuffix, Qt::CaseInsensitive)
        && question.file.path.find('/') == std::string::npos;
}

QString differenceText(const FileQuestion& question)
{
    const std::uint64_t then = question.file.bytes;
    const std::uint64_t now = question.found.bytes;
    return then == now ? QStringLiteral("as long, with other content")
                       : QStringLiteral("%1 then, %2 now").arg(widgets::bytesText(then), widgets::bytesText(now));
}

FileAnswer choose(QWidget* window, const FileQuestion& question)
{
    const QString path = QFileDialog::getOpenFileName(window, QStringLiteral("Where is %1?").arg(nameOf(question)),
        QFileInfo(widgets::toQString(question.found.path)).path());
    return path.isEmpty() ? FileAnswer {FileAnswer::Kind::Skip, {}} : FileAnswer {FileAnswer::Kind::Choose, path};
}

} // namespace

QString titleOf(const FileQuestion& question)
{
    return question.found.state == share::FoundFile::State::Missing
        ? QStringLiteral("%1 is not there").arg(nameOf(question))
        : QStringLiteral("%1 is another file than it was").arg(nameOf(question));
}

QString textOf(const FileQuestion& question)
{
    const QString path = QDir::toNativeSeparators(widgets::toQString(question.file.path));
    const bool isMissing = question.found.state == share::FoundFile::State::Missing;
    if (isMissing && keepsNoFolder(question))
        return QStringLiteral("Pictures keep no folders: %1 is neither beside %2 nor among the files that were opened "
                              "lately.")
            .arg(nameOf(question), question.session);
    if (isMissing)
        return QStringLiteral(
            "%1 was at \"%2\" when %3 was saved. It is neither there nor beside it, nor among the files "
            "that were opened lately.")
            .arg(nameOf(question), path, question.session);
    return QStringLiteral("\"%1\" is not what it was when %2 was saved (%3). View and notes may not fit.")
        .arg(QDir::toNativeSeparators(widgets::toQString(question.found.path)), question.session,
            differenceText(question));
}

AskForFile askByDialog(QWidget* window)
{
    return [window](const FileQuestion& question) {
        QMessageBox box(QMessageBox::Question, titleOf(question), titleOf(question), QMessageBox::NoButton, window);
        box.setInformativeText(textOf(question));
        QPushButton* open = question.found.state == share::FoundFile::State::Different
            ? box.addButton(QStringLiteral("Open it all the same"), QMessageBox::AcceptRole)
            : nullptr;
        QPushButton* other = box.addButton(QStringLiteral("Choose the file…"), QMessageBox::ActionRole);
        QPushButton* skip = box.addButton(QStringLiteral("Leave it out"), QMessageBox::DestructiveRole);
        box.addButton(QMessageBox::Cancel);
        box.setDefaultButton(open != nullptr ? open : other);
        box.exec();
        if (open != nullptr && box.clickedButton() == open)
            return FileAnswer {FileAnswer::Kind::Open, {}};
        if (box.clickedButton() == other)
            return choose(window, question);
        return FileAnswer {box.clickedButton() == skip ? FileAnswer::Kind::Skip : FileAnswer::Kind::Cancel, {}};
    };
}

AskForFile complainOnly()
{
    return [](const FileQuestion& question) {
        const bool isThere = question.found.state == share::FoundFile::State::Different;
        QString text = textOf(question);
        if (!isThere)
            text += QStringLiteral(" Give its place as well: stepscope --session %1 FOLDER/%2")
                        .arg(question.session, nameOf(question));
        QTextStream(stderr) << QStringLiteral("stepscope: %1: %2").arg(question.session, text) << Qt::endl;
        return FileAnswer {isThere ? FileAnswer::Kind::Open : FileAnswer::Kind::Skip, {}};
    };
}

} // namespace stepscope::app
