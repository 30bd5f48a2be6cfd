import ConsoleKit
import Domain
import UseCases

extension OverviewTexts {
    var figures: [FigureView] { [rate, signIns, affected, stillOut] }

    private var rate: FigureView {
        let label = texts("overview.figure-rate")
        let href = events(overview.period, ["outcome": Outcome.failed.rawValue])
        guard let comparison = overview.facts.period else { return unread(label, href) }
        let results = comparison.rate.results
        let note =
            if let difference = comparison.difference {
                texts("overview.rate-compared", count: results, ["difference": .text(numbers.difference(difference))])
            } else if comparison.rate.hasFewResults {
                texts("overview.rate-few", count: results)
            } else {
                texts("overview.rate-not-compared", count: results)
            }
        return FigureView(
            label: label,
            value: comparison.rate.value.map(numbers.percent) ?? "–",
            note: note,
            href: href
        )
    }

    private var signIns: FigureView {
        let label = texts("overview.figure-sign-ins")
        guard let comparison = overview.facts.period else { return unread(label, events(overview.period)) }
        let isServer = comparison.side == .server
        let side = texts(isServer ? "overview.sign-ins-server" : "overview.sign-ins-client")
        let former = comparison.formerSignIns.map { texts("overview.a-week-before", ["count": .number($0.tries)]) }
        return FigureView(
            label: label,
            value: numbers.number(comparison.signIns.tries),
            note: [side, former].compactMap(\.self).joined(separator: " · "),
            href: events(overview.period, ["source": comparison.side.rawValue, "stage": Stage.tokenExchange.rawValue])
        )
    }

    private var affected: FigureView {
        let label = texts("overview.figure-people")
        guard let users = overview.users else { return unread(label, failures) }
        return FigureView(
            label: label,
            value: users.text(users.affected, texts),
            note: texts("overview.people-note", ["period": failuresPeriod]),
            href: failures
        )
    }

    private var stillOut: FigureView {
        let label = texts("overview.figure-out")
        guard let users = overview.users else { return unread(label, failures) }
        return FigureView(
            label: label,
            value: users.text(users.stillOut, texts),
            note: texts("overview.out-note"),
            href: failures
        )
    }

    var failuresPeriod: TextArgument {
        .text(texts(TextKey("events.range-period.\(overview.period.failures.rawValue)")))
    }

    private func unread(_ label: String, _ href: String) -> FigureView {
        FigureView(label: label, value: "–", note: texts("overview.unread"), href: href)
    }

    /// The verdict and the figures, as Markdown.
    var summary: String {
        let (verdict, time) = (verdict, page.clock.dateAndMinute(overview.facts.now))
        let lines = figures.map {
            texts(
                "overview.summary-line",
                ["label": .text($0.label), "value": .text($0.value), "note": .text($0.note)]
            )
        }
        let head = texts(
            "overview.summary",
            ["tenant": .visible(page.tenant.name), "time": .text(time), "zone": .text(page.clock.zone.name)]
        )
        return ([head, "\(verdict.strong) \(verdict.rest)"] + lines).joined(separator: "\n")
    }
}
