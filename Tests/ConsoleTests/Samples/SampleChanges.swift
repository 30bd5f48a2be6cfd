import Domain
import Fixtures

@testable import Console
@testable import ConsoleKit

extension Sample {
    static let changes: [(String, any ConsoleView)] = [
        ("changes", changeList(isEmpty: false)), ("changes-empty", changeList(isEmpty: true)),
    ]

    static let changeRows = ChangeKind.allCases.map { kind in
        NotableChangeView(
            at: ago(.hours(5)),
            symbol: ChangeSymbol.inline(kind),
            title: kind.label(TestTexts.english),
            titleLink: kind == .role ? nil : "/t/acme/releases/release?version=2.5.0",
            detail: kind == .key ? nil : "2.5.0",
            eventsAround: "/t/acme/events?from=2026-11-21T13:11Z&to=2026-11-21T14:11Z",
            auditLink: kind == .release ? nil : "/t/acme/audit?action=settings.changed"
        )
    }

    /// One mark of each kind, and several at one place.
    static let chartMarks = ChartMarks(
        marks: (0..<5).map { mark(.settings, at: now - .hours(5) - .minutes($0)) }.reversed()
            + ChangeKind.allCases.enumerated().map { place, kind in
                mark(kind, at: now - .minutes(Int64(200 - 30 * place)))
            },
        rows: changeRows,
        note: "Only the latest changes are shown."
    ) { _ in "/t/acme/changes" }

    static func mark(_ kind: ChangeKind, at time: Timestamp) -> ChartMarks.Mark {
        ChartMarks.Mark(
            change: NotableChange(kind, at: time, until: kind == .appleOutage ? time + .minutes(15) : nil, key: "1"),
            text: "21 Nov 13:05: \(kind)",
            href: kind == .role ? nil : "/t/acme/settings"
        )
    }

    private static func changeList(isEmpty: Bool) -> ChangeListView {
        ChangeListView(
            frame: frame("What changed", current: "What changed"),
            ranges: [
                RangeView(label: "7 d", name: "the last 7 days", href: "?range=7d", isCurrent: false),
                RangeView(label: "30 d", name: "the last 30 days", href: "?", isCurrent: true),
            ],
            action: "/t/acme/changes",
            kept: isEmpty ? [] : [HiddenFieldView(name: "range", value: "7d")],
            kind: select("kind", "Kind", ["All kinds", "Releases", "Settings"]),
            filters: isEmpty ? Sample.filters : [],
            clear: isEmpty ? "/t/acme/changes" : nil,
            hasRows: !isEmpty,
            rows: isEmpty ? [] : changeRows,
            empty: isEmpty
                ? EmptyView("No changes", "They are listed here.", link: LinkView(label: "Show all", href: "?")) : nil,
            pager: pager
        )
    }
}
