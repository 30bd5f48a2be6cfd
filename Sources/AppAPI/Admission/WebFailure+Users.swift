import Domain
import WebCore

extension WebFailure {
    /// The fields that users fill in.
    private static let userFields: Set<String> = ["email", "password"]

    /// Returns what an app's user reads, from the text catalogue.
    /// - Returns: nil for a failure without a text there, which only the app's developers can correct.
    func textForUsers(_ texts: Texts) -> String? {
        switch cause {
        case .throttled(let wait)?:
            texts("errors.throttled.detail", count: Int(max(1, wait.secondsRoundedUp)))
        case .conflict(.emailTaken)?: texts("answers.email-taken")
        case .invalid?: sentences(texts)
        default: localizableDetail?.text(texts)
        }
    }

    private func sentences(_ texts: Texts) -> String? {
        guard !fields.isEmpty, fields.allSatisfy({ Self.userFields.contains($0.field) }) else { return nil }
        return fields.map { $0.rule.text(texts) }.joined(separator: " ")
    }
}
