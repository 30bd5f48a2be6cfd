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
        case refused, unavailable

        init(_ failure: AppleServiceFailure?) {
            self =
                switch failure {
                case nil: .good
                case .unusableKey, .invalidClient: .invalidClient
                case .invalidGrant: .invalidGrant
                case .refused: .refused
                case .unavailable: .unavailable
                }
        }
    }

    private struct Kind: Hashable {
        let call: Call
        let answer: Answer
    }

    private let counts = Mutex<[Kind: Int]>([:])

    public init() {}

    public subscript(call: Call, answer: Answer) -> Int {
        counts.withLock { $0[Kind(call: call, answer: answer)] ?? 0 }
    }

    func add(_ call: Call, _ failure: AppleServiceFailure? = nil) {
        counts.withLock { $0[Kind(call: call, answer: Answer(failure)), default: 0] += 1 }
    }
}

/// Counts the responses of another service.
struct CountedAppleTokens: AppleTokenService {
    let service: any AppleTokenService
    let counts: AppleAnswerCounts

    func exchange(
        code: String,
        redirectURI: String?,
        as client: AppleClient
    ) async throws(AppleServiceFailure) -> AppleTokens {
        try await counted(.exchange) { () async throws(AppleServiceFailure) in
            try await service.exchange(code: code, redirectURI: redirectURI, as: client)
        }
    }

    func check(refreshToken: String, as client: AppleClient) async throws(AppleServiceFailure) -> AppleTokens {
        try await counted(.check) { () async throws(AppleServiceFailure) in
            try await service.check(refreshToken: refreshToken, as: client)
        }
    }

    func revoke(_ token: AppleRevocableToken, as client: AppleClient) async throws(AppleServiceFailure) {
        try await counted(.revoke) { () async throws(AppleServiceFailure) in try await service.revoke(token, as: client)
        }
    }

    func knows(redirectURI: String, of clientID: String) async throws(AppleServiceFailure) -> Bool {
        try await service.knows(redirectURI: redirectURI, of: clientID)
    }

    private func counted<Result: Sendable>(
        _ call: AppleAnswerCounts.Call,
        _ work: () async throws(AppleServiceFailure) -> Result
    ) async throws(AppleServiceFailure) -> Result {
        do throws(AppleServiceFailure) {
            let result = try await work()
            counts.add(call)
            return result
        } catch {
            counts.add(call, error)
            throw error
        }
    }
}
