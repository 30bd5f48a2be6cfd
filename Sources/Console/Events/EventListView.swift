import ConsoleKit
import Domain
import UseCases

/// Any question about what happened.
struct EventListView: FramedView {
    static let template = "events"

    var frame: FrameView
    /// `342 of 12,408 events failed`
    let finding: String
    let period: String
    let action: String
    /// Other things to do with these events.
    let actions: [LinkView]
    let hasActions: Bool
    let ranges: [RangeView]
    /// The named range in force, so that filtering keeps it; nil when from and to are given.
    let range: String?
    let from: FieldView
    let to: FieldView
    let query: QueryFieldView
    /// What the fields below show of the query.
    let shown: String
    let stage: SelectView
    let outcome: SelectView
    let source: SelectView
    /// The filters with a text field.
    let fields: [FieldView]
    let hasMoreFilters: Bool
    let errors: FormErrorsView?
    let filters: [ActiveFilterView]
    /// Says that the search stopped before it had seen all events.
    let partialNote: String?
    let clear: String?
    let histogram: HistogramView?
    /// The field that the chart is stacked by, so that filtering keeps it.
    let stackedBy: String?
    /// What the events are compared with, so that filtering keeps it.
    let comparedWith: String?
    let comparedQuery: String?
    let stackForm: StackFormView?
    let values: FacetValuesView?
    let comparison: ComparisonView?
    let hasRows: Bool
    let days: [EventDayView]
    let empty: EmptyView?
    let pager: PagerView
}

extension EventListView {
    init(_ list: EventList, _ page: TenantPage) {
        let (search, result, texts) = (list.search, list.result, page.texts)
        let address = search.address(page.paths)
        let fields = EventFilterFields(list, at: address, texts)
        let rows = result?.page.items ?? []
        let histogram = result?.histogram
        let outcome = search.shown(.outcome).flatMap { Outcome(rawValue: $0) }
        self.init(
            frame: page.frame(texts("events.title"), at: page.paths.events).refreshed(after: list.refresh),
            finding: histogram?.finding(of: outcome, texts) ?? texts("events.title"),
            period: Self.period(search, result, page.clock),
            action: page.paths.events,
            actions: search.problems.isEmpty ? search.actions(page) : [],
            hasActions: search.problems.isEmpty,
            ranges: EventSearch.Range.allCases.map { RangeView($0, in: search, at: address, texts) },
            range: search.range.flatMap { $0 == EventSearch.standard ? nil : $0.rawValue },
            from: fields.time("from", "events.from"),
            to: fields.time("to", "events.to"),
            query: QueryFieldView(search.typed["q"] ?? "", search.problems, fields.problems, of: page.tenant),
            shown: search.shownText,
            stage: fields.select(.stage, any: "events.any-step") { (stage: Stage) in stage.label(texts) },
            outcome: fields.select(.outcome, any: "events.any-outcome") { (outcome: Outcome) in outcome.label(texts) },
            source: fields.select(.source, any: "events.any-source") { (source: EventSource) in source.label(texts) },
            fields: EventSearch.textFilters.map(fields.text),
            hasMoreFilters: search.hasMore,
            errors: fields.problems.summary,
            filters: search.labels(texts).map { name, text in
                ActiveFilterView(label: text, removeHref: address.without(name).href)
            },
            partialNote: result?.page.isPartial == true ? texts("events.partial") : nil,
            clear: search.isFiltered ? page.paths.events : nil,
            histogram: result.flatMap { Self.histogram($0, address, page) },
            stackedBy: search.stack?.rawValue,
            comparedWith: search.comparison?.kind.rawValue,
            comparedQuery: search.comparedQuery,
            stackForm: (histogram?.total ?? 0) > 0 ? StackFormView(search, at: address, texts) : nil,
            values: result?.values.flatMap { FacetValuesView(search, $0, at: address, texts) },
            comparison: ComparisonView(list, fields.problems, at: address, texts),
            hasRows: !rows.isEmpty,
            days: EventDayView.days(of: rows, users: result?.users ?? [:], page),
            empty: rows.isEmpty ? Self.empty(search, result, page) : nil,
            pager: result.map { PagerView($0, at: address, texts) } ?? PagerView(summary: "", newer: nil, older: nil)
        )
    }

    private static func histogram(
        _ result: EventList.Result,
        _ address: PageAddress,
        _ page: TenantPage
    ) -> HistogramView? {
        guard result.histogram.total > 0 else { return nil }
        let (marks, clock) = (ChartMarks(result.changes, page), page.clock)
        func href(_ start: Timestamp, _ span: Duration) -> String {
            address.without("range").with("from", LocalTime.absolute(start))
                .with("to", LocalTime.absolute(start + span)).href
        }
        if let stacked = result.stacked {
            return HistogramView(
                HistogramChart(stacked: stacked, marks: marks, clock: clock) { href($0.start, stacked.span) }
            )
        }
        let histogram = result.histogram
        return HistogramView(
            HistogramChart(histogram: histogram, marks: marks, clock: clock) { href($0.start, histogram.span) }
        )
    }

    /// `in the last 24 hours · most common: keychain.locked (2 of 6)`
    private static func period(_ search: EventSearch, _ result: EventList.Result?, _ clock: PageClock) -> String {
        [search.period(clock), result.flatMap { mostCommon($0, clock.texts) }].compactMap(\.self)
            .joined(separator: " · ")
    }

    /// The most frequent code of the failures.
    private static func mostCommon(_ result: EventList.Result, _ texts: Texts) -> String? {
        guard let mostCommon = result.mostCommon, let code = mostCommon.value else { return nil }
        let failed = max(result.histogram.count(of: .failed), mostCommon.count)
        return texts(
            "events.most-common",
            ["code": .text(VisibleText.escaped(code)), "part": .number(mostCommon.count), "total": .number(failed)]
        )
    }

    private static func empty(_ search: EventSearch, _ result: EventList.Result?, _ page: TenantPage) -> EmptyView {
        let (texts, events) = (page.texts, page.paths.events)
        guard search.problems.isEmpty else { return .noSearch(texts) }
        if result?.page.isPartial == true {
            return EmptyView(texts("events.none-matching-yet"), texts("events.none-matching-yet-text"))
        }
        guard !search.isFiltered else {
            return EmptyView(
                texts("events.none-matching"),
                texts("events.none-matching-text"),
                link: LinkView(label: texts("events.show-all"), href: events)
            )
        }
        let isWhole = search.range == .month || search.range == nil
        let month = LinkView(label: texts("events.show-month"), href: PageAddress(events, ["range": "30d"]).href)
        return EmptyView(
            texts(isWhole ? "events.none" : "events.none-in-period"),
            texts("events.none-text"),
            command: KeyExample.command(for: .ingest, key: "$INGEST_KEY", page.address),
            link: isWhole ? nil : month
        )
    }
}

extension RangeView {
    fileprivate init(_ range: EventSearch.Range, in search: EventSearch, at address: PageAddress, _ texts: Texts) {
        self.init(
            label: range.label(texts),
            name: range.name(texts),
            href: address.without("from", "to").with("range", range == EventSearch.standard ? nil : range.rawValue)
                .href,
            isCurrent: range == search.range
        )
    }
}

extension PagerView {
    /// Says on the first page how many events there are in all, where that is known.
    fileprivate init(_ result: EventList.Result, at address: PageAddress, _ texts: Texts) {
        let pager = PagerView(result.page, at: address, order: "common.order.newest-first", texts)
        let (count, total) = (result.page.items.count, result.histogram.total)
        guard pager.newer == nil, pager.older != nil, result.histogram.isComplete, total > count else {
            self = pager
            return
        }
        self.init(
            summary: texts("events.shown-first", ["last": .number(count), "total": .number(total)]),
            newer: nil,
            older: pager.older
        )
    }
}

/// The most frequent values of a field, which lead to the events with them.
struct FacetValuesView: Sendable {
    let valuesTitle: String
    let facetValues: [FacetValueView]
    /// Says that not all events were counted.
    let partialValues: String?
}

extension FacetValuesView {
    /// Nil without a field or an event.
    init?(_ search: EventSearch, _ table: FacetTable, at address: PageAddress, _ texts: Texts) {
        guard let dimension = search.stack?.dimension, let counts = table.facets.first?.counts, !counts.isEmpty
        else { return nil }
        self.init(
            valuesTitle: texts("events.values", ["field": .text(dimension.label(texts))]),
            facetValues: counts.map { count in
                FacetValueView(
                    value: dimension.text(ofFacet: count.value, texts),
                    addLink: search.href(adding: count.value, of: dimension, at: address),
                    total: NumberText.grouped(count.count, in: texts.language)
                )
            },
            partialValues: table.isComplete ? nil : texts("events.values-partial")
        )
    }
}

struct FacetValueView: Sendable {
    let value: String
    /// The search with the value added; nil when it is in force.
    let addLink: String?
    let total: String
}

/// Chooses what the columns of a chart are stacked by.
struct StackFormView: Sendable {
    let kept: [HiddenFieldView]
    let facet: SelectView
}

extension StackFormView {
    init(_ search: EventSearch, at address: PageAddress, _ texts: Texts) {
        let facets = EventFacet.allCases.filter { $0.dimension != .outcome }
        let outcome = OptionView(value: "", label: EventDimension.outcome.label(texts), isSelected: search.stack == nil)
        self.init(
            kept: address.without("by").fields,
            facet: SelectView(
                "by",
                texts("events.stack-by"),
                options: [outcome]
                    + facets.map {
                        OptionView(value: $0.rawValue, label: $0.dimension.label(texts), isSelected: $0 == search.stack)
                    }
            )
        )
    }
}
