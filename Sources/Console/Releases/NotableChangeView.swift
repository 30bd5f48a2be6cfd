import ConsoleKit
import Domain
import UseCases
import WebCore

struct NotableChangeView: Sendable {
    let at: TimeView
    let title: String
    let detail: String?
}

extension NotableChangeView {
    init(_ change: NotableChange, _ page: TenantPage) {
        let texts = page.texts
        self.init(
            at: page.clock.relative(change.at),
            title: change.action?.label(texts) ?? texts(TextKey("releases.change.\(change.kind.rawValue.asKeyPart)")),
            detail: Self.detail(change, page)
        )
    }

    private static func detail(_ change: NotableChange, _ page: TenantPage) -> String? {
        if let until = change.until {
            return page.texts("releases.until", ["time": .text(page.clock.dateAndMinute(until))])
        }
        switch change.kind {
        case .settings, .appleSettings:
            let labels = change.fields.map { AuditEntry.Change($0, from: nil, to: nil).label(page.texts) }
            return labels.isEmpty ? nil : labels.joined(separator: ", ")
        case .release, .role: return change.subject.map { VisibleText.escaped($0) }
        case .key, .appleOutage: return nil
        }
    }
}
