import Synchronization

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
