// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a test function in a network of its own (a Linux network namespace): loopback, one more address, and as few local
// ports as wanted, so that a test may use them up without hurting anybody. The function runs in a second process of the test
// program, all of whose threads and servers are inside. Needs root or user namespaces; a test is skipped where neither works.
//
//     void TestPorts::runOut()
//     {
//         SWEEPBENCH_IN_NETWORK_NAMESPACE({.firstPort = 40000, .lastPort = 40063});
//         ScriptedServer server(…, {.address = QStringLiteral("10.77.0.1")}); // the rest runs inside, once
//     }
//
// Thread contract: to be used in the main thread, by test functions of a program whose main() hands its arguments to Qt Test.
#pragma once

#include <QByteArray>
#include <QString>

namespace sweepbench::test {

/// Set inside, to the address.
constexpr auto networkNamespaceVariable = "SWEEPBENCH_NETWORK_NAMESPACE";

struct NetworkNamespace
{
    QByteArray address = "10.77.0.1"; ///< IPv4, beside 127.0.0.0/8 and ::1; servers of tests/support may listen there
    int firstPort = 0;                ///< the range that connect() and bind() to port 0 take from; 0: the kernel's own
    int lastPort = 0;
};

struct NamespaceRun
{
    enum class Result { Passed, Failed, Skipped };
    Result result = Result::Failed;
    QString text; ///< what the inner program said, or why there was none
};

/// True in the program that was started inside.
bool insideNetworkNamespace();

/// Runs this test program's function ("name" or "name:row") inside; skipped, with the reason, when the kernel forbids it.
NamespaceRun runInNetworkNamespace(const NetworkNamespace &network, const QString &testFunction);
/// The same for the function and row that run now.
NamespaceRun runInNetworkNamespace(const NetworkNamespace &network);

} // namespace sweepbench::test

/// Atop a test function: what follows runs inside, and its result is this function's. The argument initialises a NetworkNamespace.
#define SWEEPBENCH_IN_NETWORK_NAMESPACE(...)                                                                      \
    do {                                                                                                          \
        if (!::sweepbench::test::insideNetworkNamespace()) {                                                      \
            const ::sweepbench::test::NetworkNamespace wanted __VA_ARGS__;                                        \
            const ::sweepbench::test::NamespaceRun inner = ::sweepbench::test::runInNetworkNamespace(wanted);     \
            if (inner.result == ::sweepbench::test::NamespaceRun::Result::Skipped)                                \
                QSKIP(qPrintable(inner.text));                                                                    \
            QVERIFY2(inner.result == ::sweepbench::test::NamespaceRun::Result::Passed, qPrintable(inner.text));   \
            return;                                                                                               \
        }                                                                                                         \
    } while (false)
