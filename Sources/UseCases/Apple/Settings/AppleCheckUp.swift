import Domain

/// The result of checking a tenant's settings with Apple.
public struct AppleCheckUp: Sendable, Hashable {
    /// The likely error.
    public enum Suspect: String, Sendable, CaseIterable {
        /// The private key or its id: they do not match, or Apple has revoked the key.
        case key
        case team
        case clientID = "client_id"
        case redirectURI = "redirect_uri"
    }

    /// Apple's response for one client id.
    public struct Finding: Sendable, Hashable {
        public enum Result: String, Sendable, CaseIterable {
            /// Apple accepts key, team and client id.
            case good
            case rejected = "refused"
            /// Apple did not respond.
            case unavailable
        }

        public let clientID: String
        public let result: Result
        /// A canonical code; nil when the client id is accepted.
        public let code: String?
        /// Apple's error description; often empty.
        public let detail: String?
    }

    public let findings: [Finding]
    /// Nil when no address was checked, or Apple did not respond.
    public let isRedirectKnown: Bool?
    public let checkedAt: Timestamp

    public var isGood: Bool { findings.allSatisfy { $0.result == .good } && isRedirectKnown != false }

    /// Apple reports every wrong key, team and client id as one error. When it accepts one of the ids, key and team are
    /// right and the other ids are wrong; when it accepts none, its description may say more.
    public var suspects: [Suspect] {
        let redirect: [Suspect] = isRedirectKnown == false ? [.redirectURI] : []
        let rejected = findings.filter { $0.result == .rejected }
        guard !rejected.isEmpty else { return redirect }
        if findings.contains(where: { $0.result == .good }) { return [.clientID] + redirect }
        let named = Set(rejected.compactMap { $0.detail.flatMap(Self.suspect) })
        return (named.isEmpty ? [.key, .team, .clientID] : Suspect.allCases.filter(named.contains)) + redirect
    }

    private static func suspect(in detail: String) -> Suspect? {
        let words = detail.lowercased()
        if words.contains("wrong team") || words.contains("team id") { return .team }
        if words.contains("wrong key") || words.contains("private key") || words.contains("signature") { return .key }
        if words.contains("wrong client") || words.contains("client_id") { return .clientID }
        return nil
    }
}

extension AppleAdministration {
    /// No code of Apple's looks like this, so Apple answers a known client that the code is void, and has no other
    /// effect.
    private static let noCode = "gatehouse.check"

    /// Checks each client id with Apple, and the redirect URI of the web flow when there is one.
    /// - Throws: `.conflict(.appleNotConnected)` when there are no settings, `.throttled` after ten in a minute.
    public func check(redirectURI: String?, grant: Grant<ManageSettings>) async throws(DomainError) -> AppleCheckUp {
        guard let apple = try await store.settings(of: grant.tenant) else { throw .conflict(.appleNotConnected) }
        try await limiter.take([limiter.claim(.appleCheckByTenant, tenant: grant.tenant, subject: "")])
        var questions: [Question] = []
        for id in apple.settings.clientIDs {
            questions.append(try await question(questions.count, id, apple, of: grant.tenant))
        }
        // The checks run concurrently: twenty ids would otherwise take twenty times Apple's time limit.
        async let isKnown = isKnown(redirectURI, to: apple.settings)
        let answers = await together(questions) { await ask($0) }.sorted { $0.0.place < $1.0.place }
        for (question, failure) in answers {
            await alarm.handle(failure, question.client.clientID, apple.settings, of: grant.tenant)
        }
        return AppleCheckUp(
            findings: answers.map { Self.finding($0.client.clientID, $1) },
            isRedirectKnown: await isKnown,
            checkedAt: now()
        )
    }

    private struct Question: Sendable {
        let place: Int
        let client: AppleClient
    }

    private func question(
        _ place: Int,
        _ id: String,
        _ apple: StoredAppleSettings,
        of tenant: Tenant.ID
    ) async throws(DomainError) -> Question {
        do throws(VaultFailure) {
            return Question(place: place, client: try await clients.client(id, apple, of: tenant))
        } catch {
            throw DomainError(error)
        }
    }

    /// - Returns: nil when Apple accepted a code that cannot be valid.
    private func ask(_ question: Question) async -> AppleServiceFailure? {
        do throws(AppleServiceFailure) {
            _ = try await service.exchange(code: Self.noCode, redirectURI: nil, as: question.client)
            return nil
        } catch { return error }
    }

    private static func finding(_ id: String, _ failure: AppleServiceFailure?) -> AppleCheckUp.Finding {
        switch failure {
        case nil, .invalidGrant: return .init(clientID: id, result: .good, code: nil, detail: nil)
        case .unavailable: return .init(clientID: id, result: .unavailable, code: failure?.code, detail: nil)
        case .invalidClient(let detail):
            return .init(clientID: id, result: .rejected, code: failure?.code, detail: detail)
        case .unusableKey:
            return .init(clientID: id, result: .rejected, code: failure?.code, detail: "the private key cannot be read")
        case .rejected(let rejection):
            return .init(clientID: id, result: .rejected, code: failure?.code, detail: rejection.rawValue)
        }
    }

    /// One of the ids is the Services ID of the redirect URI.
    private func isKnown(_ redirectURI: String?, to settings: AppleSettings) async -> Bool? {
        guard let redirectURI else { return nil }
        let answers = await together(settings.clientIDs) { try? await service.knows(redirectURI: redirectURI, of: $0) }
            .compactMap(\.1)
        return answers.isEmpty ? nil : answers.contains(true)
    }
}
