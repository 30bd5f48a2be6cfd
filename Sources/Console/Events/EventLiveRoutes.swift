import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// The page of the live tail.
struct EventLiveRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.needs(ReadEvents.self).get("events/live", use: show)
    }

    private func show(_ call: Call<ReadEvents>) async throws -> Response {
        let page = console.page(call.context)
        var fields = try call.request.queryFields()
        let search = try await console.eventSearch(&fields, call.context)
        // The list shows what is wrong.
        guard search.problems.isEmpty else { return page.seeOther(search.address(page.paths).href) }
        return await page.response(EventLiveView(search, page))
    }
}

extension EventLiveView {
    fileprivate init(_ search: EventSearch, _ page: TenantPage) {
        let texts = page.texts
        let address = search.address(at: page.paths.liveEvents)
        let tail = "/api/v1/tenants/\(page.tenant.slug)/events/tail"
        self.init(
            frame: page.frame(texts("events.live-title"), at: page.paths.events),
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("events.title"), href: page.paths.events)],
                current: texts("events.live-title")
            ),
            source: search.address(api: tail, hasRange: false).href,
            event: "\(page.paths.events)/",
            user: page.access.allows(.readUsers) ? "\(page.paths.users)/" : "",
            zone: page.clock.zone.name,
            stages: Stage.allCases.map { OptionView(value: $0.rawValue, label: $0.label(texts), isSelected: false) },
            sources: EventSource.allCases.map {
                let label = texts(TextKey("events.source-detail.\($0.rawValue)"))
                return OptionView(value: $0.rawValue, label: label, isSelected: false)
            },
            outcomes: Outcome.allCases.map { EventLiveOutcomeView(name: $0.rawValue, badge: $0.badge(texts)) },
            losses: TailBatch.Loss.allCases.map { EventLiveLossView($0, texts) },
            refreshed: LinkView(
                label: texts("events.live-refreshed", ["seconds": .number(EventRefresh.standard)]),
                href: search.address(at: page.paths.events).with(EventRefresh.field, "\(EventRefresh.standard)").href
            ),
            list: search.address(page.paths).href,
            filters: search.labels(texts).map { name, text in
                ActiveFilterView(label: text, removeHref: address.without(name).href)
            },
            clear: search.isFiltered ? page.paths.liveEvents : nil
        )
    }
}

/// The list of events as a live page that works without JavaScript: the browser loads it again after some seconds. With
/// JavaScript a script does, which waits while a form of the page is being filled in.
enum EventRefresh {
    /// The field of the list's query.
    static let field = "refresh"
    static let seconds = 5...60
    /// What the live page links to.
    static let standard = 10

    /// The seconds that a query asks for; nil for any other value.
    static func interval(askedBy fields: Fields) -> Int? {
        guard let interval = Int(fields.typed(field)), seconds.contains(interval) else { return nil }
        return interval
    }
}
