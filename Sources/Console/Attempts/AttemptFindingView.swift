import ConsoleKit
import Domain
import UseCases
import WebCore

/// A contradiction between the parties of an attempt.
struct AttemptFindingView: Sendable {
    let findingTitle: String
    let findingCode: String
    let findingHref: String
}

extension AttemptFindingView {
    init(_ finding: AttemptFinding, _ page: TenantPage) {
        self.init(
            findingTitle: CauseExplanation(of: finding.code, page.texts)?.title ?? finding.code,
            findingCode: finding.code,
            findingHref: page.paths.event(finding.event.reference)
        )
    }
}
