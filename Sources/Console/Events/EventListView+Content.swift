import ConsoleKit
import Domain
import Foundation
import UseCases
import WebCore

extension EventListView {
    /// What the store knows.
    struct Answer {
        let page: Page<StoredEvent>
        let histogram: EventHistogram
        /// The most frequent code of the failures.
        let commonest: FacetCount?
        /// Of those whom the events speak of, as far as the visitor may see them.
        var people: [User.ID: User] = [:]
    }

    /// - Parameter answer: nil when the question cannot be read.
    init(_ answer: Answer?, search: EventSearch, frame: FrameView, _ console: Console, _ context: TenantContext) {
        let slug = context.tenant.slug
        let clock = console.clock(for: context)
        let address = search.address(slug)
        let problems = FormProblems(search.problems, console.texts(context))
        let rows = answer?.page.items ?? []
        let labels = search.labels
        func text(_ dimension: EventDimension) -> FieldView {
            FieldView(
                dimension.name,
                EventDimensionText.label(of: dimension),
                value: search.typed[dimension.name] ?? "",
                error: problems[dimension.name],
                autocomplete: "off",
                maximumLength: EventQuery.textMaximumLength,
                isRequired: false,
                isVerbatim: true,
                placeholder: EventDimensionText.placeholder(of: dimension)
            )
        }
        func time(_ name: String, _ label: String) -> FieldView {
            FieldView(
                name,
                label,
                kind: .localTime,
                value: search.typed[name] ?? "",
                error: problems[name],
                isRequired: false
            )
        }
        self.init(
            frame: frame,
            finding: Self.finding(answer?.histogram, search.query),
            period: Self.period(search, answer, clock),
            action: ConsolePaths.events(slug),
            ranges: EventSearch.Range.allCases.map { range in
                RangeView(
                    label: range.label,
                    name: range.words,
                    href: address.without("from", "to").with(
                        "range",
                        range == EventSearch.standard ? nil : range.rawValue
                    ).href,
                    isCurrent: range == search.range
                )
            },
            range: search.range.flatMap { $0 == EventSearch.standard ? nil : $0.rawValue },
            from: time("from", "From"),
            to: time("to", "To"),
            query: search.typed["q"] ?? "",
            stage: SelectView("stage", "Step", any: "Any step", chosen: search.query.stage) { $0.words },
            outcome: SelectView("outcome", "Outcome", any: "Any outcome", chosen: search.query.outcome) { $0.words },
            source: SelectView("source", "Source", any: "Client and server", chosen: search.query.source) { $0.words },
            fields: EventSearch.textFilters.map(text),
            hasMoreFilters: search.hasMore,
            errors: problems.summary,
            filters: labels.map { ActiveFilterView(label: $0.text, removeHref: address.without($0.name).href) },
            clear: labels.isEmpty ? nil : ConsolePaths.events(slug),
            histogram: Self.histogram(answer, address, clock),
            hasRows: !rows.isEmpty,
            rows: rows.map { EventRowView($0, people: answer?.people ?? [:], slug, context, clock) },
            empty: rows.isEmpty ? Self.nothing(search, slug, console.address, texts: clock.texts) : nil,
            pager: answer.map { PagerView($0.page, at: address, order: "common.order.newest-first", clock.texts) }
                ?? PagerView(summary: "", newer: nil, older: nil)
        )
    }

    private static func histogram(_ answer: Answer?, _ address: PageAddress, _ clock: PageClock) -> HistogramView? {
        guard let histogram = answer?.histogram, histogram.total > 0 else { return nil }
        let chart = HistogramChart(histogram: histogram, clock: clock) { column in
            address.without("range").with("from", LocalTime.absolute(column.start))
                .with("to", LocalTime.absolute(column.start + histogram.span)).href
        }
        return HistogramView(chart)
    }

    /// The page's heading is what it found.
    private static func finding(_ histogram: EventHistogram?, _ query: EventQuery) -> String {
        guard let histogram else { return "Events" }
        let total = histogram.total
        guard total > 0 else { return query.outcome == nil ? "No events" : "No matching events" }
        guard let outcome = query.outcome else {
            let events = CountText.of(total, "event", "events")
            let failed = histogram.count(of: .failed)
            return failed == 0 ? "\(events), none failed" : "\(CountText.grouped(failed)) of \(events) failed"
        }
        let kind = outcome == .success ? "successful" : outcome.words.lowercased()
        return CountText.of(total, "\(kind) event", "\(kind) events")
    }

    private static func period(_ search: EventSearch, _ answer: Answer?, _ clock: PageClock) -> String {
        let most = commonest(answer).map { " · most common: \($0)" } ?? ""
        if let range = search.range { return "in \(range.words)\(most)" }
        let (from, to) = (clock.zone.clock(at: search.query.from), clock.zone.clock(at: search.query.to))
        let end = from.date == to.date ? to.minute : clock.dayAndMinute(search.query.to)
        return "from \(clock.dayAndMinute(search.query.from)) to \(end)\(most)"
    }

    /// The most frequent code of the failures: `keychain.locked (2 of 6)`
    private static func commonest(_ answer: Answer?) -> String? {
        guard let answer, let commonest = answer.commonest, let code = commonest.value else { return nil }
        let failed = max(answer.histogram.count(of: .failed), commonest.count)
        return "\(VisibleText.escaped(code)) (\(CountText.grouped(commonest.count)) of \(CountText.grouped(failed)))"
    }

    private static func nothing(
        _ search: EventSearch,
        _ slug: Tenant.Slug,
        _ address: PublicAddress,
        texts: Texts
    ) -> EmptyView {
        guard search.problems.isEmpty else { return .noSearch(texts) }
        guard search.labels.isEmpty else {
            return EmptyView(
                "No matching events",
                "Remove a filter or choose a longer period.",
                link: LinkView(label: "Show all events", href: ConsolePaths.events(slug))
            )
        }
        guard search.range == .month || search.range == nil else {
            return EmptyView(
                "No events in this period",
                "Apps send events about sign-in with the ingest key.",
                command: KeyExample.command(for: .ingest, key: "$INGEST_KEY", address),
                link: LinkView(
                    label: "Show the last 30 days",
                    href: PageAddress(ConsolePaths.events(slug), ["range": "30d"]).href
                )
            )
        }
        return EmptyView(
            "No events yet",
            "Apps send events about sign-in with the ingest key.",
            command: KeyExample.command(for: .ingest, key: "$INGEST_KEY", address)
        )
    }
}

extension EventSource {
    var words: String {
        switch self {
        case .client: "Client"
        case .server: "Server"
        }
    }

    /// Beside the time of an event.
    var reporter: String {
        switch self {
        case .client: "reported by the app"
        case .server: "reported by the server"
        }
    }
}

extension EventRowView {
    init(
        _ event: StoredEvent,
        people: [User.ID: User],
        _ slug: Tenant.Slug,
        _ context: TenantContext,
        _ clock: PageClock
    ) {
        let content = event.content
        let person = content[.user].flatMap { User.ID($0) }.flatMap { people[$0] }
        self.init(
            time: clock.exact(content.occurredAt),
            href: ConsolePaths.event(event.reference, slug),
            title: event.title,
            detail: event.detail,
            outcome: content.outcome.badge,
            message: VisibleText.escaped(content.error?.message ?? ""),
            person: content[.user].map {
                EventUserView(
                    label: person?.title(clock.texts) ?? VisibleText.escaped(ShortID.of($0)),
                    href: context.href(ofPerson: $0),
                    isCode: person == nil
                )
            },
            app: VisibleText.escaped(content[.appVersion] ?? "–"),
            system: content.system
        )
    }
}

extension EventContent {
    /// `iPhone16,1, iOS 18.2`
    var system: String {
        let (model, platform) = (self[.deviceModel], self[.platform])
        let system = self[.osVersion].map { SystemName.of(model: model, platform: platform, version: $0) }
        return VisibleText.escaped([model ?? platform, system].compactMap(\.self).joined(separator: ", "))
    }
}

extension TenantContext {
    /// The page of a user of ours; else their events, since a client may call people anything.
    func href(ofPerson text: String) -> String {
        if let id = User.ID(text), access.allows(.readUsers) { return ConsolePaths.user(id, tenant.slug) }
        return PageAddress(ConsolePaths.events(tenant.slug), ["range": "30d", "user": text]).href
    }
}
