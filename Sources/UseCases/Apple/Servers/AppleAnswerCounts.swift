import Synchronization

/// Counts the responses of Apple's token endpoint by kind, since the start.
public final class AppleAnswerCounts: Sendable {
    public enum Call: String, Sendable, CaseIterable {
        case exchange, check, revoke
    }

    public enum Answer: String, Sendable, CaseIterable {
        case good
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case rejected = "refused", unavailable

        init(_ failure: AppleServiceFailure?) {
            self =
                switch failure {
                case nil: .good
                case .unusableKey, .invalidClient: .invalidClient
                case .invalidGrant: .invalidGrant
                case .rejected: .rejected
                case .unavailable: .unavailable
                }
        }
    }

    private struct Kind: Hashable {
        let call: Call
        let answer: Answer
    }

    private let counts = Mutex<[Kind: Int]>([:])

    init() {}

    public subscript(call: Call, answer: Answer) -> Int {
        counts.withLock { $0[Kind(call: call, answer: answer)] ?? 0 }
    }

    func add(_ call: Call, _ failure: AppleServiceFailure? = nil) {
        counts.withLock { $0[Kind(call: call, answer: Answer(failure)), default: 0] += 1 }
    }
}
