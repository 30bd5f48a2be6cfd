import Domain
import UseCases

struct PermissionLineView: Sendable {
    let isGranted: Bool
    /// For those who cannot see the mark.
    let answer: String
    let title: String
    let meaning: String
}
