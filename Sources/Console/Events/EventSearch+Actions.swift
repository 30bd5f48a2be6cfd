import ConsoleKit
import Domain
import UseCases

extension EventSearch {
    /// What a user can do with the events of a search, besides reading them.
    func actions(_ page: TenantPage) -> [LinkView] {
        let texts = page.texts
        let baseline = isFiltered ? ComparisonBaseline.Kind.others : .before
        let export = address(api: "/api/v1/tenants/\(page.tenant.slug)/events/export", hasRange: true)
        return [
            LinkView(label: texts("events.live"), href: address(at: page.paths.liveEvents).href),
            LinkView(
                label: texts("events.compare-start"),
                href: address(page.paths).with("compare", baseline.rawValue).href
            ),
            LinkView(label: texts("events.export-csv"), href: export.with("format", "csv").href),
            LinkView(label: texts("events.export-ndjson"), href: export.with("format", "ndjson").href),
            LinkView(label: texts("events.save-view"), href: address(at: page.paths.views).href),
            LinkView(label: texts("events.saved-views"), href: page.paths.views),
        ]
    }
}
