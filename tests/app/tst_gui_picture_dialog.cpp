// SPDX-License-Identifier: GPL-3.0-or-later
// Sharing a picture from the window: the dialog shows what will be written, in a theme of its own, is used by keys,
// remembers what was chosen and leaves the page as it was.
#include "app/gui/actions.h"
#include "app/gui/picture_dialog.h"
#include "app/gui/picture_preview.h"
#include "app/gui/status_line.h"
#include "tests/app/desk.h"
#include "tests/support/test_registry.h"
#include "widgets/pages/page_picture.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>

using namespace stepscope;
using namespace stepscope::app;
using widgets::PictureFormat;
using widgets::PictureScope;

namespace {

struct Opened : tests::Desk
{
    explicit Opened(ThemeChoice theme = ThemeChoice::Light)
    {
        appearance.setChoice(theme);
        window.openFiles({file("a.json")});
        ok = active && settled() && trace() != nullptr;
        if (ok) {
            dialog = std::make_unique<PictureDialog>(*trace(), window.theme(), settings, &window);
            dialog->show();
            ok = QTest::qWaitForWindowActive(dialog.get()) && ready();
        }
    }
    [[nodiscard]] bool ready() const
    {
        return QTest::qWaitFor([this]() { return dialog->studio().isReady(); }, 10'000);
    }
    [[nodiscard]] QComboBox* box(const char* name) const
    {
        for (QComboBox* candidate : dialog->findChildren<QComboBox*>()) {
            if (candidate->accessibleName() == QLatin1String(name))
                return candidate;
        }
        return nullptr;
    }
    void choose(const char* name, int index) const // as somebody does who walks there by keys
    {
        QComboBox* of = box(name);
        of->setFocus();
        QTest::keyClick(of, Qt::Key_Home);
        for (int i = 0; i < index; ++i)
            QTest::keyClick(of, Qt::Key_Down);
    }
    std::unique_ptr<PictureDialog> dialog;
    bool ok = false;
};

} // namespace

class TestGuiPictureDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsWhatItWrites();
    void aSelectedRangeCanBeShownAlone();
    void itsSessionCanBeLeftOut();
    void theProposedNameHoldsNoHost();
    void everyFindingHasItsHeadline();
    void keysReachEverything();
    void themeIsThatOfThePicture();
    void pageStaysAsItIs();
    void copiesToTheClipboard();
    void choicesAreRemembered();
    void badSettingsGiveDefaults();
    void copyPictureNeedsNoDialog();
};

void TestGuiPictureDialog::aSelectedRangeCanBeShownAlone()
{
    tests::Desk desk;
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    const std::int64_t start = desk.trace()->trace().rangeStart;
    const widgets::TimeRange range {start + 100'000, start + 200'000};
    desk.trace()->selection().setRange(range);
    const widgets::TimeRange seen = desk.trace()->axis().range();
    PictureDialog dialog(*desk.trace(), desk.window.theme(), desk.settings, &desk.window);
    dialog.show();
    QTRY_VERIFY(dialog.studio().isReady());
    const auto* pictured = qobject_cast<const widgets::TracePage*>(&dialog.studio().page());
    QCOMPARE(pictured->axis().range(), seen);
    auto* what = dialog.findChild<QComboBox*>(); // the first
    what->setFocus();
    QTest::keyClick(what, Qt::Key_Home);
    QTest::keyClick(what, Qt::Key_Down);
    QCOMPARE(what->currentText(), QStringLiteral("The selected range"));
    QTRY_VERIFY(dialog.studio().isReady());
    QCOMPARE(pictured->axis().range(), range);
    QCOMPARE(desk.trace()->axis().range(), seen);
    QTest::keyClick(what, Qt::Key_Home);
    QTRY_VERIFY(dialog.studio().isReady());
    QCOMPARE(qobject_cast<const widgets::TracePage*>(&dialog.studio().page())->axis().range(), seen);
}

void TestGuiPictureDialog::itsSessionCanBeLeftOut()
{
    Opened o;
    QVERIFY(o.ok);
    o.dialog->setKeys([](const QString&) {
        return QMap<QString, QString> {{QStringLiteral("Key"), QStringLiteral("{}")}};
    });
    QCheckBox* carries = nullptr;
    for (QCheckBox* box : o.dialog->findChildren<QCheckBox*>())
        carries = box->text().contains(QStringLiteral("session")) ? box : carries;
    QVERIFY(carries != nullptr && carries->isChecked());
    const QString path = o.folder.filePath(QStringLiteral("p.png"));
    o.dialog->saveTo(path);
    QCOMPARE(QImage(path).text(QStringLiteral("Key")), QStringLiteral("{}"));
    carries->click();
    o.dialog->saveTo(path);
    QVERIFY(QImage(path).text(QStringLiteral("Key")).isEmpty());
    o.choose("Format", static_cast<int>(PictureFormat::Svg));
    QVERIFY(!carries->isEnabled());

    Preferences preferences = o.settings.preferences();
    preferences.picturesCarrySession = false;
    o.settings.setPreferences(preferences);
    PictureDialog other(*o.trace(), o.window.theme(), o.settings, &o.window);
    for (const QCheckBox* box : other.findChildren<QCheckBox*>())
        QVERIFY(!box->text().contains(QStringLiteral("session")) || !box->isChecked());
}

void TestGuiPictureDialog::theProposedNameHoldsNoHost()
{
    tests::Desk desk;
    desk.window.openFiles({desk.file("gpu-node-17_4399.1700000000000.pt.trace.json")});
    QVERIFY(desk.settled());
    const PictureDialog dialog(*desk.trace(), desk.window.theme(), desk.settings, &desk.window);
    QCOMPARE(dialog.suggestedName(), QStringLiteral("host_4399.png"));
}

void TestGuiPictureDialog::everyFindingHasItsHeadline()
{
    Opened o;
    QVERIFY(o.ok);
    const auto* what = o.dialog->findChild<QComboBox*>(); // the first
    const std::size_t findings = o.trace()->findings().count();
    QCOMPARE(what->count(), static_cast<int>(findings) + 1);
    for (int i = 1; i < what->count(); ++i)
        QVERIFY2(!what->itemText(i).startsWith(QStringLiteral("Finding ")), qPrintable(what->itemText(i)));
}

void TestGuiPictureDialog::showsWhatItWrites()
{
    Opened desk;
    QVERIFY(desk.ok);
    const auto* preview = desk.dialog->findChild<PicturePreview*>();
    QVERIFY(!preview->image().isNull());
    const QString path = desk.folder.filePath(desk.dialog->suggestedName());
    QCOMPARE(desk.dialog->suggestedName(), QStringLiteral("a.png"));
    desk.dialog->saveTo(path);
    QCOMPARE(QImage(path).size(), preview->image().size() * 2);
    desk.dialog->saveTo(QStringLiteral("/nowhere/at/all.png"));
    bool said = false;
    for (const QLabel* label : desk.dialog->findChildren<QLabel*>())
        said = said || label->text().contains(QStringLiteral("cannot be written"));
    QVERIFY(said);
}

void TestGuiPictureDialog::keysReachEverything()
{
    Opened desk;
    QVERIFY(desk.ok);
    desk.choose("Shows", 2);
    QVERIFY(desk.dialog->choice().scope == PictureScope::Report);
    QVERIFY(desk.ready());
    desk.choose("Format", 1);
    QVERIFY(desk.dialog->choice().format == PictureFormat::Svg);
    QVERIFY(!desk.box("Scale")->isEnabled());
    desk.choose("Format", 0);
    desk.choose("Scale", 2);
    QCOMPARE(desk.dialog->choice().scale, 3);
    desk.choose("Size", 1);
    QCOMPARE(desk.dialog->choice().size, QSize(1280, 720));
    auto* caption = desk.dialog->findChild<QCheckBox*>();
    QTest::keyClick(caption, Qt::Key_Space);
    QVERIFY(!desk.dialog->choice().caption);
    QVERIFY(desk.ready());
    for (const QComboBox* each : desk.dialog->findChildren<QComboBox*>())
        QVERIFY(!each->accessibleName().isEmpty());
    QTest::keyClick(desk.dialog.get(), Qt::Key_Escape);
    QVERIFY(!desk.dialog->isVisible());
}

// A light picture is the same whether the window is light or dark.
void TestGuiPictureDialog::themeIsThatOfThePicture()
{
    const auto lightPicture = [](ThemeChoice window) {
        Opened desk(window);
        if (!desk.ok)
            return QImage();
        desk.choose("Shows", 0);
        desk.choose("Theme", 1);
        return desk.ready() ? toImage(desk.dialog->studio().picture(), 1) : QImage();
    };
    const QImage fromLight = lightPicture(ThemeChoice::Light);
    const QImage fromDark = lightPicture(ThemeChoice::Dark);
    QVERIFY(!fromLight.isNull() && !fromDark.isNull());
    QCOMPARE(fromDark, fromLight);
}

void TestGuiPictureDialog::pageStaysAsItIs()
{
    Opened desk;
    QVERIFY(desk.ok);
    const widgets::TimeRange seen = desk.trace()->axis().range();
    const QSize size = desk.trace()->size();
    desk.choose("Shows", 1);
    desk.choose("Theme", 2);
    if (desk.box("Of")->count() > 1)
        desk.choose("Of", 1);
    QVERIFY(desk.ready());
    desk.dialog->copy();
    desk.dialog.reset();
    QVERIFY(desk.trace()->axis().range() == seen);
    QVERIFY(!desk.trace()->selection().item().valid() && !desk.trace()->findings().current());
    QCOMPARE(desk.trace()->size(), size);
    QVERIFY(desk.trace()->findingsVisible() && desk.trace()->panelsVisible());
    QVERIFY(!desk.window.theme().dark);
}

void TestGuiPictureDialog::copiesToTheClipboard()
{
    Opened desk;
    QVERIFY(desk.ok);
    desk.choose("Format", 1);
    QVERIFY(desk.ready());
    desk.dialog->copy();
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(data->hasImage());
    QVERIFY(data->data(QStringLiteral("image/svg+xml")).contains("<text"));
}

void TestGuiPictureDialog::choicesAreRemembered()
{
    Opened desk;
    QVERIFY(desk.ok);
    desk.choose("Shows", 0);
    desk.choose("Format", 2);
    desk.dialog->accept();
    const PictureChoice kept = desk.settings.pictureChoice();
    QVERIFY(kept.scope == PictureScope::Page && kept.format == PictureFormat::Pdf);
    const PictureDialog again(*desk.trace(), desk.window.theme(), desk.settings, &desk.window);
    QVERIFY(again.choice() == kept);
}

void TestGuiPictureDialog::badSettingsGiveDefaults()
{
    QVERIFY(pictureChoiceFrom("rubbish") == PictureChoice());
    PictureChoice odd;
    odd.scale = 70;
    QVERIFY(pictureChoiceFrom(toBytes(odd)) == PictureChoice());
    PictureChoice good;
    good.theme = PictureTheme::Dark;
    good.size = {1600, 900};
    QVERIFY(pictureChoiceFrom(toBytes(good)) == good);
}

void TestGuiPictureDialog::copyPictureNeedsNoDialog()
{
    tests::Desk desk;
    QVERIFY(!desk.window.actions().copyPicture->isEnabled());
    desk.window.openFiles({desk.file("a.json")});
    QVERIFY(desk.settled());
    QVERIFY(desk.window.actions().copyPicture->isEnabled());
    QGuiApplication::clipboard()->clear();
    desk.window.actions().copyPicture->trigger();
    const QImage image = QGuiApplication::clipboard()->image();
    QVERIFY(image.width() > 1000);
    QVERIFY(desk.window.statusLine().currentMessage().contains(QString::number(image.width())));
}

STEPSCOPE_TEST(TestGuiPictureDialog)
#include "tst_gui_picture_dialog.moc"
