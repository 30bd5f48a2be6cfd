import Domain
import Fixtures

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore

extension Sample {
    static let releases: [(String, any ConsoleView)] = [
        ("releases", releaseList(isEmpty: false)), ("releases-empty", releaseList(isEmpty: true)),
        ("release", release(isEmpty: false)), ("release-empty", release(isEmpty: true)),
    ]

    private static func releaseList(isEmpty: Bool) -> ReleaseListView {
        ReleaseListView(
            frame: frame("Releases", current: "Releases"),
            hasRows: !isEmpty,
            rows: isEmpty
                ? []
                : [
                    ReleaseRowView(
                        version: "2.5.0",
                        href: "/t/acme/releases/release?version=2.5.0",
                        firstSeen: ago(.hours(5)),
                        seenLine: "First seen 5 h ago",
                        signIns: "8,402",
                        results: "12,402",
                        resultsLine: "12,402 results",
                        rate: "98.4%",
                        interval: "98.2% to 98.6%",
                        share: "31.0%",
                        shareLine: "Adoption 31.0%",
                        installations: "8,214",
                        runs: "24,100 runs, 12 crashed"
                    )
                ],
            empty: isEmpty ? EmptyView("No releases yet", "They are listed here later.") : nil,
            pager: pager
        )
    }

    private static func release(isEmpty: Bool) -> ReleaseView {
        ReleaseView(
            frame: frame("Release 2.5.0", current: "Releases"),
            breadcrumb: crumbs("Releases", "2.5.0"),
            title: "Release 2.5.0",
            events: "/t/acme/events?range=7d&app_version=2.5.0",
            failures: "/t/acme/failures?tab=all&release=2.5.0",
            attempts: "/t/acme/attempts?release=2.5.0",
            verdict: isEmpty
                ? VerdictView(.plain, "This release is too old to compare.", "Its first hours are no longer counted.")
                : VerdictView(.failed, "A smaller share of steps succeeds than in 2.4.1.", "98.4%, before 99.0%."),
            compared: "Within 5 hours of being first seen",
            hasRates: !isEmpty,
            rates: isEmpty
                ? [] : [rate("2.5.0", link: nil), rate("2.4.1", link: "/t/acme/releases/release?version=2.4.1")],
            few: isEmpty ? nil : "With fewer than 30 results a rate says little.",
            newCodes: codes(isEmpty: isEmpty),
            goneCodes: codes(isEmpty: isEmpty),
            builds: parts(isEmpty: isEmpty),
            systems: parts(isEmpty: isEmpty),
            facts: [FactView("First seen", at: ago(.hours(5))), FactView("People affected", "At least 342")],
            usersNote: isEmpty ? nil : "The numbers of people are lower bounds.",
            hasRuns: !isEmpty,
            runs: isEmpty ? [] : [ReleaseRunsView(ending: "Crashed", number: "12")]
        )
    }

    private static func rate(_ name: String, link: String?) -> ReleaseRateView {
        ReleaseRateView(
            name: name,
            nameLink: link,
            rate: link == nil ? nil : "98.4%",
            interval: link == nil ? nil : "98.2% to 98.6%",
            count: "12,402"
        )
    }

    private static func part(_ name: String, link: String?) -> ReleasePartView {
        ReleasePartView(
            part: name,
            partEvents: link,
            comparison: link == nil ? nil : BadgeView(.failed, "Worse"),
            partRate: link.map { _ in "91.2%" },
            partInterval: link.map { _ in "90.2% to 92.1%" },
            formerRate: link.map { _ in "99.0%" },
            formerInterval: link.map { _ in "98.6% to 99.3%" },
            signIns: "4,210",
            eventCount: "12,402"
        )
    }

    private static func codes(isEmpty: Bool) -> ReleaseCodesView {
        ReleaseCodesView(
            hasCodes: !isEmpty,
            codes: isEmpty
                ? []
                : [
                    ReleaseCodeView(
                        meaning: "The phone was locked",
                        help: "/help/codes/keychain.locked",
                        code: "keychain.locked",
                        number: "12",
                        codeEvents: "/t/acme/events?code=keychain.locked"
                    ),
                    ReleaseCodeView(
                        meaning: "No explanation yet",
                        help: nil,
                        code: "a.b",
                        number: "5",
                        codeEvents: nil
                    ),
                ],
            moreCodes: isEmpty ? nil : "3 more are not shown.",
            noCodes: "No code is new."
        )
    }

    private static func parts(isEmpty: Bool) -> ReleasePartsView {
        ReleasePartsView(
            hasParts: !isEmpty,
            previousRelease: isEmpty ? nil : "In 2.4.1",
            parts: isEmpty ? [] : [part("17.6", link: nil), part("18.2", link: "/t/acme/events")],
            partsText: "Success: within 5 hours. Sign-ins and events: the last 30 days.",
            moreParts: isEmpty ? nil : "3 more are not shown."
        )
    }
}
