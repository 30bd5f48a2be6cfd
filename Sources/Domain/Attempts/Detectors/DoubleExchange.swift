import StrictJSON

/// The same code of Apple was exchanged twice, which Apple accepts once.
struct DoubleExchange: AttemptDetector {
    private static let exchange = "apple.authorization_code"
    private static let used = "apple.token.invalid_grant"

    let cause = "double_exchange"

    func decidingEvent(in evidence: AttemptEvidence) -> StoredEvent? {
        let exchanges = evidence.steps(of: .apple, at: .appleVerify).filter {
            $0.content[.name]?.hasSameBytes(as: Self.exchange) == true
        }
        guard let first = exchanges.firstIndex(where: { $0.content.outcome == .success }) else { return nil }
        return exchanges[(first + 1)...].first { $0.event.code?.hasSameBytes(as: Self.used) == true }?.event
    }
}
