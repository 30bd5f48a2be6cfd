import ConsoleKit
import Domain
import UseCases

extension EventSearch.Range {
    /// `24 h`
    func label(_ texts: Texts) -> String { texts(TextKey("events.range.\(rawValue)")) }

    /// `the last 24 hours`
    func name(_ texts: Texts) -> String { texts(TextKey("events.range-name.\(rawValue)")) }

    /// `in the last 24 hours`
    func period(_ texts: Texts) -> String { texts(TextKey("events.range-period.\(rawValue)")) }
}

extension EventSearch {
    /// `in the last 24 hours`, `from 21 Nov 06:00 to 08:00`
    func period(_ clock: PageClock) -> String {
        if let range { return range.period(clock.texts) }
        let (from, to) = (clock.zone.clock(at: query.from), clock.zone.clock(at: query.to))
        guard from.date == to.date else {
            return clock.texts(
                "events.period-days",
                ["from": .text(clock.dayAndMinute(query.from)), "to": .text(clock.dayAndMinute(query.to))]
            )
        }
        return clock.texts(
            "events.period-day",
            ["date": .text(clock.dayOfMonth(query.from)), "from": .text(from.minute), "to": .text(to.minute)]
        )
    }

    /// What a user can do with the events of a search, besides reading them.
    func actions(_ page: TenantPage) -> [LinkView] {
        let texts = page.texts
        let baseline = isFiltered ? ComparisonBaseline.Kind.others : .before
        let export = address(api: "/api/v1/tenants/\(page.tenant.slug)/events/export", hasRange: true)
        let attempts = attempts(page.paths).map { [LinkView(label: texts("events.attempts-of"), href: $0)] } ?? []
        let live = LinkView(label: texts("events.live"), href: address(at: page.paths.liveEvents).href)
        return [live] + attempts + [
            LinkView(
                label: texts("events.compare-start"),
                href: address(page.paths).with("compare", baseline.rawValue).href
            ),
            LinkView(label: texts("events.export-csv"), href: export.with("format", "csv").href),
            LinkView(label: texts("events.export-ndjson"), href: export.with("format", "ndjson").href),
            LinkView(label: texts("events.save-view"), href: address(at: page.paths.views).href),
            LinkView(label: texts("events.saved-views"), href: page.paths.views),
        ] + (deletion(page).map { [LinkView(label: texts("events.delete-of"), href: $0)] } ?? [])
    }

    /// The question before the events of the search's user are deleted; nil when it is not about one, or when the viewer
    /// may not.
    private func deletion(_ page: TenantPage) -> String? {
        guard page.access.allows(.manageUsers) else { return nil }
        return shown(.user).map(page.paths.eventDeletion(of:))
    }
}
