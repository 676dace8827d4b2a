// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/curlcommand.h"

#include "core/model/httpurl.h"

#include <QUrl>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

Problem problem(const QString &text)
{
    return {u"curl"_s, text};
}

/// The words of a command line (POSIX.1-2017, Shell Command Language, 2.2), with bash's $'…'.
class WordSplitter
{
public:
    explicit WordSplitter(const QString &text) : m_text(text) {}

    Result<QStringList> words()
    {
        while (m_at < m_text.size()) {
            const QChar c = m_text[m_at];
            if (c == u'\'' || c == u'"' || (c == u'$' && peek(1) == u'\'')) {
                if (!readQuoted())
                    return problem(u"a quotation mark has no end"_s);
            } else if (c == u'\\' || (c == u'^' && (peek(1) == u'\n' || peek(1) == u'\r'))) { // Windows' cmd goes on with ^
                readEscape();
            } else if (c.isSpace()) {
                endWord();
                ++m_at;
            } else if (c == u'|' || c == u';' || c == u'&' || c == u'>' || c == u'<') {
                break; // what follows is not curl's
            } else {
                add(c);
                ++m_at;
            }
        }
        endWord();
        return m_words;
    }

private:
    QChar peek(qsizetype ahead) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : QChar(); }

    void add(QChar c)
    {
        m_word += c;
        m_inWord = true;
    }

    void endWord()
    {
        if (m_inWord)
            m_words += m_word;
        m_word.clear();
        m_inWord = false;
    }

    void readEscape()
    {
        ++m_at;
        if (m_at >= m_text.size())
            return;
        if (m_text[m_at] == u'\r' && peek(1) == u'\n')
            ++m_at;
        // A line that goes on; a box of one line makes a blank of its end.
        if (m_text[m_at] != u'\n' && (m_inWord || !m_text[m_at].isSpace()))
            add(m_text[m_at]);
        ++m_at;
    }

    bool readQuoted()
    {
        const bool ansi = m_text[m_at] == u'$';
        m_at += ansi ? 1 : 0;
        const QChar quote = m_text[m_at++];
        m_inWord = true;
        while (m_at < m_text.size() && m_text[m_at] != quote) {
            const QChar c = m_text[m_at];
            const bool escapes = c == u'\\' && (ansi || (quote == u'"' && u"\"\\$`\n"_s.contains(peek(1))));
            if (!escapes) {
                add(c);
            } else {
                ++m_at;
                addEscaped(ansi);
            }
            ++m_at;
        }
        return m_at++ < m_text.size();
    }

    void addEscaped(bool ansi)
    {
        if (m_at >= m_text.size())
            return;
        const QChar c = m_text[m_at];
        if (ansi && c == u'u' && m_at + 4 < m_text.size()) {
            add(QChar(m_text.mid(m_at + 1, 4).toUShort(nullptr, 16)));
            m_at += 4;
        } else if (ansi && u"nrt"_s.contains(c)) {
            add(c == u'n' ? u'\n' : c == u'r' ? u'\r' : u'\t');
        } else if (c != u'\n') {
            add(c);
        }
    }

    const QString m_text;
    qsizetype m_at = 0;
    QString m_word;
    bool m_inWord = false;
    QStringList m_words;
};

struct Option
{
    const char *names; ///< "-H --header"
    enum Kind { Header, Data, UrlEncoded, Json, Method, Url, Get, Head, Insecure, User, Proxy, ProxyUser, Agent, Cookie, Referer, Ca, Cert, Key,
                Tls12, Tls13, Resolve, ConnectTo, IgnoredWithValue, Refused } kind;
    bool takesValue = true;
};

constexpr auto dataNames = "-d --data --data-ascii --data-raw --data-binary";
constexpr std::array options{
    Option{"-H --header", Option::Header}, Option{dataNames, Option::Data}, Option{"--data-urlencode", Option::UrlEncoded},
    Option{"--json", Option::Json}, Option{"-X --request", Option::Method}, Option{"--url", Option::Url}, Option{"-G --get", Option::Get, false},
    Option{"-I --head", Option::Head, false}, Option{"-k --insecure", Option::Insecure, false}, Option{"-u --user", Option::User},
    Option{"-x --proxy", Option::Proxy}, Option{"-U --proxy-user", Option::ProxyUser}, Option{"-A --user-agent", Option::Agent},
    Option{"-b --cookie", Option::Cookie}, Option{"-e --referer", Option::Referer}, Option{"--cacert", Option::Ca}, Option{"-E --cert", Option::Cert},
    Option{"--key", Option::Key}, Option{"--tlsv1.2", Option::Tls12, false}, Option{"--tlsv1.3", Option::Tls13, false},
    Option{"--resolve", Option::Resolve}, Option{"--connect-to", Option::ConnectTo}, Option{"-F --form --form-string", Option::Refused},
    Option{"-T --upload-file", Option::Refused},
    Option{"-o --output -w --write-out -m --max-time --connect-timeout --retry --retry-delay --retry-max-time --max-redirs -c --cookie-jar "
           "-D --dump-header --limit-rate --ciphers --tls13-ciphers --interface --dns-servers --keepalive-time --max-filesize --stderr "
           "-r --range -z --time-cond --noproxy --capath --cert-type --key-type --pass --rate --tls-max --trace --trace-ascii -Y -y",
           Option::IgnoredWithValue},
};

const Option *optionNamed(const QString &name)
{
    for (const Option &option : options)
        if (QString::fromLatin1(option.names).split(u' ').contains(name))
            return &option;
    return nullptr;
}

class CurlReader
{
public:
    explicit CurlReader(QStringList words) : m_words(std::move(words)) {}

    Result<CurlTarget> read()
    {
        bool onlyUrls = false;
        for (m_at = 1; m_at < m_words.size() && !m_problem; ++m_at) {
            const QString word = m_words[m_at];
            if (onlyUrls || !word.startsWith(u'-') || word == u"-")
                takeUrl(word);
            else if (word == u"--")
                onlyUrls = true;
            else if (word.startsWith(u"--"))
                takeLong(word);
            else
                takeShort(word.mid(1));
        }
        if (!m_problem)
            finish();
        if (m_problem)
            return *m_problem;
        return std::move(m_result);
    }

private:
    Target &target() { return m_result.target; }
    void fail(const QString &text)
    {
        if (!m_problem)
            m_problem = problem(text);
    }

    QString nextWord(const QString &name)
    {
        if (m_at + 1 < m_words.size())
            return m_words[++m_at];
        fail(u"%1 has no value"_s.arg(name));
        return {};
    }

    void takeLong(const QString &word)
    {
        // curl takes "--header=X" for an option of that name; people write it all the same.
        const QString name = word.section(u'=', 0, 0);
        const Option *option = optionNamed(name);
        if (!option)
            m_result.ignored += name;
        else
            take(*option, name, !option->takesValue ? QString() : word.contains(u'=') ? word.section(u'=', 1) : nextWord(name));
    }

    /// "-sSkX POST": flags, of which the first that takes a value ends the word.
    void takeShort(const QString &flags)
    {
        for (qsizetype i = 0; i < flags.size() && !m_problem; ++i) {
            const QString name = u"-"_s + flags[i];
            const Option *option = optionNamed(name);
            if (!option) {
                m_result.ignored += name;
                continue;
            }
            if (!option->takesValue) {
                take(*option, name, {});
                continue;
            }
            take(*option, name, i + 1 < flags.size() ? flags.mid(i + 1) : nextWord(name));
            return;
        }
    }

    void take(const Option &option, const QString &name, const QString &value)
    {
        switch (option.kind) {
        case Option::Header: return takeHeader(value);
        case Option::Data: return takeData(name, value);
        case Option::UrlEncoded: return addData(urlEncoded(value));
        case Option::Json:
            takeData(name, value);
            setHeader(u"Content-Type"_s, u"application/json"_s);
            return setHeader(u"Accept"_s, u"application/json"_s);
        case Option::Method: m_method = value; return;
        case Option::Url: return takeUrl(value);
        case Option::Get: m_inQuery = true; return;
        case Option::Head: m_method = u"HEAD"_s; return;
        case Option::Insecure: target().tls.insecure = true; return;
        case Option::User: m_user = value; return;
        case Option::Proxy: target().proxy = value.contains(u"://") ? value : u"http://"_s + value; return;
        case Option::ProxyUser: m_proxyUser = value; return;
        case Option::Agent: return setHeader(u"User-Agent"_s, value);
        case Option::Cookie: return takeCookie(value);
        case Option::Referer: return setHeader(u"Referer"_s, value);
        case Option::Ca: target().tls.caFile = value; return;
        case Option::Cert: target().tls.certificateFile = value; return;
        case Option::Key: target().tls.keyFile = value; return;
        case Option::Tls12: return; // the lowest that is spoken here anyway
        case Option::Tls13: target().tls.minimum = TlsVersion::Tls13; return;
        case Option::Resolve: target().address = addressIn(value.section(u':', 2)); return;
        case Option::ConnectTo: target().address = addressIn(value.section(u':', 2).section(u':', 0, -2)); return;
        case Option::IgnoredWithValue: m_result.ignored += name; return;
        case Option::Refused: return fail(u"%1 sends a body that can't be taken over; give it by -d"_s.arg(name));
        }
    }

    /// The first of "127.0.0.1,::1", without brackets.
    static QString addressIn(const QString &text)
    {
        QString first = text.section(u',', 0, 0);
        return first.remove(u'[').remove(u']');
    }

    void takeHeader(const QString &line)
    {
        const auto end = line.indexOf(u':');
        if (line.startsWith(u'@'))
            return fail(u"headers of the file %1 can't be taken over; give them by -H"_s.arg(line.mid(1)));
        if (end <= 0) {
            if (line.endsWith(u';')) // curl's way to write one without a value
                target().headers.push_back({line.chopped(1).trimmed(), QString()});
            return;
        }
        const QString name = line.left(end).trimmed();
        const QString value = line.mid(end + 1).trimmed();
        if (value.isEmpty())
            return; // leaves out a header that curl adds by itself
        // What the connection and the body decide is the program's own.
        static const QStringList ours{u"content-length"_s, u"transfer-encoding"_s, u"connection"_s};
        if (ours.contains(name.toLower()))
            m_result.ignored += u"-H "_s + name;
        else
            target().headers.push_back({name, value});
    }

    bool hasHeader(const QString &name) const
    {
        const auto &headers = m_result.target.headers;
        return std::any_of(headers.begin(), headers.end(), [&name](const Header &header) { return header.name.compare(name, Qt::CaseInsensitive) == 0; });
    }

    void setHeader(const QString &name, const QString &value)
    {
        if (!hasHeader(name))
            target().headers.push_back({name, value});
    }

    void takeCookie(const QString &value)
    {
        if (!value.contains(u'='))
            return fail(u"cookies of the file %1 can't be taken over; give them as name=value"_s.arg(value));
        setHeader(u"Cookie"_s, value);
    }

    void takeData(const QString &name, const QString &value)
    {
        if (value.startsWith(u'@') && name != u"--data-raw")
            return fail(u"the body in the file %1 can't be taken over here; paste its text after --data-raw"_s.arg(value.mid(1)));
        addData(value.toUtf8());
    }

    void addData(const QByteArray &data)
    {
        if (m_data)
            *m_data += '&';
        m_data = m_data.value_or(QByteArray()) + data;
    }

    static QByteArray urlEncoded(const QString &value)
    {
        const auto end = value.indexOf(u'=');
        if (end < 0)
            return QUrl::toPercentEncoding(value);
        const QByteArray name = value.left(end).toUtf8();
        const QByteArray coded = QUrl::toPercentEncoding(value.mid(end + 1));
        return name.isEmpty() ? coded : name + '=' + coded;
    }

    void takeUrl(const QString &url)
    {
        if (!target().url.isEmpty())
            return fail(u"there is more than one URL: %1 and %2"_s.arg(urlWithoutPassword(target().url), urlWithoutPassword(url)));
        target().url = url.contains(u"://") ? url : u"http://"_s + url;
    }

    /// user:password into a URL, escaped as it has to be there (RFC 3986, 3.2.1).
    static QString withUser(const QString &url, const QString &user)
    {
        const auto start = url.indexOf(u"://") + 3;
        const auto end = user.indexOf(u':');
        QString info = QString::fromLatin1(QUrl::toPercentEncoding(end < 0 ? user : user.left(end)));
        if (end >= 0)
            info += u':' + QString::fromLatin1(QUrl::toPercentEncoding(user.mid(end + 1)));
        return url.left(start) + info + u'@' + url.mid(start);
    }

    void finish()
    {
        if (target().url.isEmpty())
            return fail(u"no URL was found in it"_s);
        if (m_data && m_inQuery)
            target().url += (target().url.contains(u'?') ? u'&' : u'?') + QString::fromUtf8(*m_data);
        else if (m_data)
            target().body = *m_data;
        target().method = !m_method.isEmpty() ? m_method : m_data && !m_inQuery ? u"POST"_s : u"GET"_s;
        if (m_data && !m_inQuery)
            setHeader(u"Content-Type"_s, u"application/x-www-form-urlencoded"_s);
        if (!m_user.isEmpty())
            target().url = withUser(target().url, m_user);
        if (!m_proxyUser.isEmpty() && !target().proxy.isEmpty())
            target().proxy = withUser(target().proxy, m_proxyUser);
        if (const auto url = parseHttpUrl(target().url); !url)
            return fail(url.problem().text);
        else if (!url->tls)
            target().tls = {}; // says nothing without https
    }

    const QStringList m_words;
    qsizetype m_at = 0;
    CurlTarget m_result;
    std::optional<Problem> m_problem;
    QString m_method;
    std::optional<QByteArray> m_data;
    bool m_inQuery = false;
    QString m_user;
    QString m_proxyUser;
};

} // namespace

bool looksLikeCurl(const QString &text)
{
    QString word = text.trimmed();
    if (word.startsWith(u"$ ")) // copied with its prompt
        word = word.mid(2).trimmed();
    word = word.section(u' ', 0, 0).section(u'\n', 0, 0);
    word = word.section(u'/', -1).section(u'\\', -1).toLower();
    return word == u"curl" || word == u"curl.exe";
}

Result<CurlTarget> targetFromCurl(const QString &command)
{
    constexpr qsizetype longest = 1'000'000;
    if (command.size() > longest)
        return problem(u"longer than %1 characters"_s.arg(longest));
    if (!looksLikeCurl(command))
        return problem(u"a command that begins with curl is expected"_s);
    QString text = command.trimmed();
    if (text.startsWith(u"$ "))
        text = text.mid(2);
    const auto words = WordSplitter(text).words();
    if (!words)
        return words.problem();
    return CurlReader(*words).read();
}

} // namespace sweepbench
