import Domain
import UseCases

/// What is likely wrong, and what to do about it.
struct AppleAdviceView: Sendable {
    let suspect: String
    let sentence: String
}
