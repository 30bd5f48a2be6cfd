import ConsoleKit
import Domain
import UseCases

/// What changed in the time of a chart: as marks in it, and as rows beside its figures.
struct ChartMarks: Sendable {
    struct Mark: Sendable {
        let change: NotableChange
        /// `21 Nov 13:05: Release 2.4.0 first seen`
        let text: String
        let href: String?
    }

    /// The earliest first.
    let marks: [Mark]
    /// The latest first.
    let rows: [NotableChangeView]
    /// That there are more, or that they could not be read.
    let note: String?
    /// The page with the changes of a time.
    let href: @Sendable (_ time: Range<Timestamp>) -> String

    static let none = ChartMarks(marks: [], rows: [], note: nil) { _ in "" }
}

extension ChartMarks {
    /// - Parameter changes: nil when they could not be read.
    init(_ changes: Page<NotableChange>?, _ page: TenantPage) {
        let (texts, path) = (page.texts, page.paths.changes)
        let items = changes?.items ?? []
        let note: String? =
            if changes == nil { texts("changes.unread") } else if changes?.next != nil {
                texts("changes.more", count: items.count)
            } else { nil }
        self.init(
            marks: items.reversed().map { change in
                Mark(change: change, text: Self.text(change, page.clock), href: change.href(page))
            },
            rows: items.map { NotableChangeView($0, page) },
            note: note
        ) { time in
            let end = time.upperBound + .milliseconds(1)
            return PageAddress(path, ["from": time.lowerBound.rfc3339, "to": end.rfc3339]).href
        }
    }

    private static func text(_ change: NotableChange, _ clock: PageClock) -> String {
        let (time, title) = (TextArgument.text(clock.dayAndMinute(change.at)), change.title(clock.texts))
        guard let detail = change.detail(clock) else {
            return clock.texts("changes.mark", ["time": time, "title": .text(title)])
        }
        return clock.texts("changes.mark-detail", ["time": time, "title": .text(title), "detail": .text(detail)])
    }

    /// How many changes of each kind there are.
    func legend(in language: SupportedLanguage, _ texts: Texts) -> [MarkLegendView] {
        ChangeKind.allCases.compactMap { kind in
            let count = marks.count { $0.change.kind == kind }
            guard count > 0 else { return nil }
            return MarkLegendView(
                symbol: ChangeSymbol.inline(kind),
                label: kind.label(texts),
                total: NumberText.grouped(count, in: language)
            )
        }
    }
}

/// The changes of one kind, below the series of a chart.
struct MarkLegendView: Sendable {
    let symbol: SafeHTML
    let label: String
    let total: String
}
