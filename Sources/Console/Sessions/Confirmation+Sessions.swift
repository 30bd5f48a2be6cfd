import ConsoleKit
import Domain
import UseCases

extension Confirmation {
    /// The question before all sessions that match a search are ended.
    init(_ preview: SessionEndingPreview, _ page: TenantPage) {
        let (search, texts, paths) = (preview.search, page.texts, page.paths)
        let count = preview.ending.count
        let rest = preview.latest.isEmpty ? 0 : count - preview.latest.count
        let labels = search.labels(preview.roles, page)
        self.init(
            question: count == 0 ? texts("sessions.none-matching") : texts("sessions.end-question", count: count),
            sentences: Self.sentences(preview.ending, isEveryone: labels.isEmpty, texts),
            facts: labels.map { FactView($0.term, $0.text) },
            preview: preview.latest.map { PreviewRowView($0, page) },
            previewTitle: texts(rest > 0 ? "sessions.end-preview-latest" : "sessions.end-preview"),
            more: rest > 0 ? texts("sessions.end-more", count: rest) : nil,
            action: paths.sessionEnding,
            hidden: search.parameters.compactMap { name, value in
                value.flatMap { $0.isEmpty ? nil : HiddenFieldView(name: name, value: $0) }
            },
            confirm: texts("sessions.end-confirm", count: count),
            cancel: PageAddress(paths.sessions, search.parameters).href,
            isPossible: count > 0,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("sessions.title"), href: paths.sessions)],
                current: texts("sessions.end-crumb")
            )
        )
    }

    private static func sentences(_ ending: SessionEnding, isEveryone: Bool, _ texts: Texts) -> [String] {
        guard ending.count > 0 else {
            return [texts(ending.keepsOwn ? "sessions.end-only-own" : "sessions.end-none")]
        }
        return [
            texts(isEveryone ? "sessions.end-everyone" : "sessions.end-effect"),
            texts(ending.keepsOwn ? "sessions.end-keeps-own" : "sessions.end-keeps-higher"),
        ]
    }
}
