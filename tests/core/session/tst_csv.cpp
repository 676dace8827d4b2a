// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/csv.h"

#include <QTest>

using namespace sweepbench;
using namespace Qt::StringLiterals;

class CsvTest : public QObject
{
    Q_OBJECT

private slots:
    // EXP-01
    void formulas_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("neutralised");
        for (const char *text : {"=HYPERLINK(\"http://x/?\"&A1)", "@SUM(1)", "+1", "-1+1|cmd", "=1+1", "-x", "\t=1", "\rx", "\nx", " =1", "\"=1", " \" '-1",
                                 "'=1", "''=1", "\xc2\xa0=1", "\xef\xbc\x9d" "1+1", "\xef\xbc\x8b" "1"})
            QTest::newRow(text) << QString::fromUtf8(text) << true;
        for (const char *text : {"", "nginx", "a=1", "'", "'quoted'", " blank", "http://h/?a=1;b=2", "\"", "1-1"})
            QTest::newRow(text) << QString::fromUtf8(text) << false;
    }
    void formulas()
    {
        QFETCH(QString, text);
        QFETCH(bool, neutralised);
        const QString cell = csvNeutralised(text);
        QCOMPARE(cell, neutralised ? u'\'' + text : text);
        QCOMPARE(csvOriginal(cell), text);
    }

    // EXP-02; the records are those of RFC 4180, section 2.
    void records_data()
    {
        QTest::addColumn<QStringList>("fields");
        QTest::addColumn<QByteArray>("record");
        QTest::newRow("plain") << QStringList{u"aaa"_s, u"bbb"_s, u"ccc"_s} << QByteArray("aaa,bbb,ccc\r\n");
        QTest::newRow("quote") << QStringList{u"aaa"_s, u"b\"bb"_s, u"ccc"_s} << QByteArray("aaa,\"b\"\"bb\",ccc\r\n");
        QTest::newRow("line end") << QStringList{u"aaa"_s, u"b\r\nbb"_s, u"ccc"_s} << QByteArray("aaa,\"b\r\nbb\",ccc\r\n");
        QTest::newRow("lone CR") << QStringList{u"a,\"b\"\r\nc\rd"_s} << QByteArray("\"a,\"\"b\"\"\r\nc\rd\"\r\n");
        QTest::newRow("blanks") << QStringList{u" a"_s, u"b "_s, u"c d"_s} << QByteArray("\" a\",\"b \",c d\r\n");
        QTest::newRow("empty") << QStringList{QString(), QString(), u"x"_s} << QByteArray(",,x\r\n");
        QTest::newRow("semicolon") << QStringList{u"http://h/?a;b"_s} << QByteArray("\"http://h/?a;b\"\r\n");
        QTest::newRow("NUL") << QStringList{u"a"_s + QChar(u'\0')} << QByteArray("a\xef\xbf\xbd\r\n");
    }
    void records()
    {
        QFETCH(QStringList, fields);
        QTEST(csvRecord(fields), "record");
    }
};

QTEST_GUILESS_MAIN(CsvTest)
#include "tst_csv.moc"
