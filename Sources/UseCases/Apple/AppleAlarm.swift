import Domain

/// That Apple refuses what a tenant shows it: key, team or client id are wrong, and no code of the tenant's people can
/// be exchanged.
public struct AppleFault: Sendable, Hashable {
    /// A canonical code: `apple.token.invalid_client`.
    public let code: String
    /// Which client id was shown.
    public let clientID: String
    /// What Apple says about it; often nothing.
    public let detail: String?
    public let since: Timestamp
    public let seenAt: Timestamp

    public init(code: String, clientID: String, detail: String?, since: Timestamp, seenAt: Timestamp) {
        self.code = code
        self.clientID = clientID
        self.detail = detail
        self.since = since
        self.seenAt = seenAt
    }
}

/// Tells of a tenant whose key, team or client id Apple does not take. It signs nobody out.
struct AppleAlarm: Sendable {
    /// Told again after so long; until then timers do not ask for this tenant.
    static let pause = Duration.hours(1)

    let store: any AppleStore
    let attempts: AttemptLog
    let now: @Sendable () -> Timestamp

    func isRaised(_ settings: AppleSettings) -> Bool {
        settings.trouble.map { now().since($0.seenAt) < Self.pause } ?? false
    }

    /// Takes note of an answer of Apple's. What cannot be noted is noted with the next one.
    func hear(
        _ failure: AppleServiceFailure?,
        _ clientID: String,
        _ settings: AppleSettings,
        of tenant: Tenant.ID
    ) async {
        let detail: String?
        switch failure {
        case .invalidClient(let description): detail = description
        case .unusableKey: detail = "the private key cannot be read"
        case nil, .invalidGrant: return await clear(clientID, settings, of: tenant)
        case .refused, .unavailable: return
        }
        guard let failure, !isRaised(settings) else { return }
        let trouble = AppleFault(
            code: failure.code,
            clientID: clientID,
            detail: detail,
            since: settings.trouble?.since ?? now(),
            seenAt: now()
        )
        guard (try? await store.note(trouble, of: tenant, setAt: settings.updatedAt)) != nil else { return }
        attempts.note(
            .appleClient,
            .failed,
            code: failure.code,
            adding: [EventAttribute("apple.client_id", .text(clientID))],
            in: tenant
        )
    }

    /// An answer that only a client gets whom Apple knows.
    private func clear(_ clientID: String, _ settings: AppleSettings, of tenant: Tenant.ID) async {
        guard let trouble = settings.trouble, trouble.clientID == clientID else { return }
        guard (try? await store.note(nil, of: tenant, setAt: settings.updatedAt)) != nil else { return }
        attempts.note(.appleClient, .success, adding: [EventAttribute("apple.client_id", .text(clientID))], in: tenant)
    }
}
