// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/serverconfig.h"

#include <QDir>
#include <QFile>

#include <unistd.h>

namespace sweepbench::test {

namespace {

bool isRoot()
{
    return ::geteuid() == 0;
}

bool speaksHttp2(const RealServer::Options &options)
{
    return options.protocol == RealServer::Protocol::Http2;
}

/// Fills in the @NAME@ places that all servers share.
QByteArray filledIn(QByteArray text, const RealServer::Options &options, const QString &folder, quint16 port)
{
    const CertificatePair pair = options.certificate.value_or(CertificatePair());
    text.replace("@CERTIFICATE@", QFile::encodeName(pair.certificate));
    text.replace("@KEY@", QFile::encodeName(pair.key));
    text.replace("@FOLDER@", QFile::encodeName(folder));
    text.replace("@PORT@", QByteArray::number(port));
    return text;
}

ServerSetup nginxSetup(const RealServer::Options &options, const QString &folder, quint16 port)
{
    QByteArray config = isRoot() ? "user www-data;\n" : "";
    config += "daemon off;\n"
              "worker_processes @WORKERS@;\n"
              "pid @FOLDER@/run/nginx.pid;\n"
              "error_log @FOLDER@/logs/error.log;\n"
              "worker_rlimit_nofile 20000;\n"
              "events { worker_connections 16384; }\n"
              "http {\n"
              "  default_type text/plain;\n"
              "  types { text/html html; application/octet-stream bin; }\n"
              "  sendfile on; tcp_nopush on;\n"
              "  keepalive_requests @REQUESTS@;\n"
              "  keepalive_timeout 65s;\n"
              "  log_format counted '$request_method $request_uri $status';\n"
              "  access_log @ACCESS@;\n"
              "  client_body_temp_path @FOLDER@/temp/body; proxy_temp_path @FOLDER@/temp/proxy;\n"
              "  fastcgi_temp_path @FOLDER@/temp/fastcgi; uwsgi_temp_path @FOLDER@/temp/uwsgi; scgi_temp_path @FOLDER@/temp/scgi;\n"
              "  server {\n"
              "    listen 127.0.0.1:@PORT@ backlog=4096@LISTEN@;\n"
              "    @TLS@\n"
              "    root @FOLDER@/www;\n"
              "    @EXTRA@\n"
              "  }\n"
              "}\n";
    config.replace("@WORKERS@", QByteArray::number(options.workers));
    config.replace("@REQUESTS@", QByteArray::number(options.requestsPerConnection > 0 ? options.requestsPerConnection : 2'000'000'000));
    config.replace("@ACCESS@", options.accessLog ? "@FOLDER@/logs/access.log counted" : "off");
    config.replace("@LISTEN@", QByteArray(options.certificate ? " ssl" : "") + (speaksHttp2(options) ? " http2" : ""));
    config.replace("@TLS@", options.certificate ? "ssl_certificate @CERTIFICATE@; ssl_certificate_key @KEY@; ssl_session_cache shared:tls:1m;" : "");
    config.replace("@EXTRA@", options.extraConfig);
    return {filledIn(config, options, folder, port),
            {QStringLiteral("-p"), folder, QStringLiteral("-c"), folder + QStringLiteral("/server.conf"), QStringLiteral("-e"),
             folder + QStringLiteral("/logs/error.log")}};
}

QByteArray apacheModules(const QString &modulesFolder, const RealServer::Options &options)
{
    QByteArray lines;
    QByteArrayList modules{"mpm_event", "authz_core", "mime", "dir", "headers", "rewrite"};
    if (options.certificate)
        modules << "ssl";
    if (speaksHttp2(options))
        modules << "http2";
    for (const QByteArray &module : modules) {
        const QString path = modulesFolder + QStringLiteral("/mod_%1.so").arg(QString::fromLatin1(module));
        if (QFile::exists(path)) // some builds have them inside
            lines += "LoadModule " + module + "_module " + QFile::encodeName(path) + '\n';
    }
    return lines;
}

ServerSetup apacheSetup(const RealServer::Options &options, const QString &folder, quint16 port)
{
    QByteArray config = apacheModules(QStringLiteral("/usr/lib/apache2/modules"), options);
    if (isRoot())
        config += "User www-data\nGroup www-data\n";
    config += "ServerName localhost\n"
              "ServerRoot @FOLDER@\n"
              "DefaultRuntimeDir @FOLDER@/run\n"
              "PidFile @FOLDER@/run/httpd.pid\n"
              "Listen 127.0.0.1:@PORT@\n"
              "ListenBacklog 4096\n"
              "DocumentRoot @FOLDER@/www\n"
              "<Directory @FOLDER@/www>\n  Require all granted\n  AllowOverride None\n</Directory>\n"
              "TypesConfig /dev/null\n"
              "AddType text/plain .txt\n"
              "AddType text/html .html\n"
              "ErrorLog @FOLDER@/logs/error.log\n"
              "LogLevel warn\n"
              "KeepAlive On\n"
              "MaxKeepAliveRequests @REQUESTS@\n"
              "KeepAliveTimeout 65\n"
              "StartServers @WORKERS@\n"
              "ServerLimit @WORKERS@\n"
              "ThreadsPerChild 64\n"
              "MinSpareThreads 1\n"
              "MaxSpareThreads @THREADS@\n"
              "MaxRequestWorkers @THREADS@\n"
              "AsyncRequestWorkerFactor 64\n"
              "GracefulShutdownTimeout 1\n";
    if (options.accessLog)
        config += "LogFormat \"%m %U%q %>s\" counted\nCustomLog @FOLDER@/logs/access.log counted\n";
    if (options.certificate)
        config += "SSLEngine on\nSSLCertificateFile @CERTIFICATE@\nSSLCertificateKeyFile @KEY@\n";
    if (speaksHttp2(options))
        config += options.certificate ? "Protocols h2 http/1.1\n" : "Protocols h2c http/1.1\n";
    config += options.extraConfig + '\n';
    config.replace("@WORKERS@", QByteArray::number(options.workers));
    config.replace("@THREADS@", QByteArray::number(64 * options.workers));
    config.replace("@REQUESTS@", QByteArray::number(options.requestsPerConnection)); // 0 is no limit here too
    return {filledIn(config, options, folder, port), {QStringLiteral("-D"), QStringLiteral("FOREGROUND"), QStringLiteral("-f"), folder + QStringLiteral("/server.conf")}};
}

ServerSetup squidSetup(const RealServer::Options &options, const QString &folder, quint16 port)
{
    QByteArray config = "http_port 127.0.0.1:@PORT@\n"
              "pid_filename @FOLDER@/run/squid.pid\n"
              "cache_log @FOLDER@/logs/error.log\n"
              "logformat counted %rm %ru %>Hs\n"
              "cache_store_log none\n"
              "cache deny all\n"
              "coredump_dir @FOLDER@/temp\n"
              "netdb_filename none\n"
              "pinger_enable off\n"
              "shutdown_lifetime 0 seconds\n"
              "visible_hostname localhost\n"
              "acl asked has request\n"
              "acl loopback src 127.0.0.1/32\n"
              "access_log @ACCESS@\n"
              "http_access allow loopback\n"
              "http_access deny all\n";
    config.replace("@ACCESS@", options.accessLog ? "stdio:@FOLDER@/logs/access.log logformat=counted asked" : "none");
    config += options.extraConfig + '\n';
    return {filledIn(config, options, folder, port), {QStringLiteral("-N"), QStringLiteral("-f"), folder + QStringLiteral("/server.conf")}, isRoot() ? "proxy" : ""};
}

/// A file server in JavaScript: as plain as they come, so that Node's own HTTP is what a client meets.
ServerSetup nodeSetup(const RealServer::Options &options, const QString &folder, quint16 port)
{
    QByteArray config = "'use strict';\n"
              "const fs = require('fs'), path = require('path');\n"
              "const types = { '.txt': 'text/plain', '.html': 'text/html' };\n"
              "const access = @ACCESS@ ? fs.createWriteStream('@FOLDER@/logs/access.log', { flags: 'a' }) : null;\n"
              "const routes = {};\n"
              "function serveFile(request, response) {\n"
              "  const name = path.normalize(decodeURIComponent(request.url.split('?')[0]));\n"
              "  fs.readFile('@FOLDER@/www' + name, (error, content) => {\n"
              "    if (error) {\n"
              "      response.writeHead(404, { 'Content-Length': 0 });\n"
              "      return response.end();\n"
              "    }\n"
              "    const type = types[path.extname(name)] || 'application/octet-stream';\n"
              "    response.writeHead(200, { 'Content-Type': type, 'Content-Length': content.length });\n"
              "    response.end(request.method === 'HEAD' ? undefined : content);\n"
              "  });\n"
              "}\n"
              "function answer(request, response) {\n"
              "  if (access)\n"
              "    response.on('finish', () => access.write(`${request.method} ${request.url} ${response.statusCode}\\n`));\n"
              "  request.resume();\n"
              "  (routes[request.url.split('?')[0]] || serveFile)(request, response);\n"
              "}\n"
              "const server = @CREATE@;\n"
              "server.keepAliveTimeout = 65000;\n"
              "server.maxRequestsPerSocket = @REQUESTS@;\n"
              "@EXTRA@\n"
              "server.listen({ host: '127.0.0.1', port: @PORT@, backlog: 4096 });\n";
    const QByteArray secrets = "{ cert: fs.readFileSync('@CERTIFICATE@'), key: fs.readFileSync('@KEY@'), allowHTTP1: true }";
    if (speaksHttp2(options))
        config.replace("@CREATE@", options.certificate ? "require('http2').createSecureServer(" + secrets + ", answer)" : "require('http2').createServer(answer)");
    else
        config.replace("@CREATE@", options.certificate ? "require('https').createServer(" + secrets + ", answer)" : "require('http').createServer(answer)");
    config.replace("@ACCESS@", options.accessLog ? "true" : "false");
    config.replace("@REQUESTS@", QByteArray::number(options.requestsPerConnection)); // 0 is no limit here too
    config.replace("@EXTRA@", options.extraConfig);
    return {filledIn(config, options, folder, port), {folder + QStringLiteral("/server.conf")}};
}

} // namespace

ServerSetup serverSetup(RealServer::Kind kind, const RealServer::Options &options, const QString &folder, quint16 port)
{
    switch (kind) {
    case RealServer::Kind::Nginx:
        return nginxSetup(options, folder, port);
    case RealServer::Kind::Apache:
        return apacheSetup(options, folder, port);
    case RealServer::Kind::Squid:
        return squidSetup(options, folder, port);
    case RealServer::Kind::Node:
        return nodeSetup(options, folder, port);
    }
    return {};
}

} // namespace sweepbench::test
