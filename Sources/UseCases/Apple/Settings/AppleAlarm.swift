import Domain

/// Records and reports that Apple rejects a tenant's key, team or client id. It signs no user out.
struct AppleAlarm: Sendable {
    /// The time until the alarm is repeated; until then timers send no request for this tenant.
    static let pause = Duration.hours(1)

    let store: any AppleAdministrationStore
    let attempts: AttemptLog
    let now: @Sendable () -> Timestamp

    func isRaised(_ settings: AppleSettings) -> Bool {
        settings.fault.map { now().since($0.seenAt) < Self.pause } ?? false
    }

    /// Handles a response of Apple's. A change that cannot be recorded is recorded with the next response.
    func handle(
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
        case .rejected, .unavailable: return
        }
        guard let failure, !isRaised(settings) else { return }
        let fault = AppleFault(
            code: failure.code,
            clientID: clientID,
            detail: detail,
            since: settings.fault?.since ?? now(),
            seenAt: now()
        )
        guard (try? await store.record(fault, of: tenant, setAt: settings.updatedAt)) != nil else { return }
        attempts.record(
            AttemptEntry(
                .appleClient,
                .failed,
                code: failure.code,
                adding: [EventAttribute("apple.client_id", .text(clientID))]
            ),
            in: tenant
        )
    }

    /// Handles a response that only a client known to Apple gets.
    private func clear(_ clientID: String, _ settings: AppleSettings, of tenant: Tenant.ID) async {
        guard let fault = settings.fault, fault.clientID == clientID else { return }
        guard (try? await store.record(nil, of: tenant, setAt: settings.updatedAt)) != nil else { return }
        attempts.record(
            AttemptEntry(.appleClient, .success, adding: [EventAttribute("apple.client_id", .text(clientID))]),
            in: tenant
        )
    }
}
