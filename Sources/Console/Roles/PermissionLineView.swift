import Domain
import UseCases

struct PermissionLineView: Sendable {
    let isGranted: Bool
    /// For screen readers, in place of the mark.
    let answer: String
    let title: String
    let meaning: String
}
