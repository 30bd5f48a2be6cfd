import Domain

/// Authenticates deliveries by their key, and limits the search for keys by the address.
struct IngestAuthenticator: Sendable {
    /// The events that an unknown key takes from the limits of an address: a search for keys costs a read each.
    private static let unknownKeyCharge = 200

    private let authenticator: AppAuthenticator
    private let limiter: any IngestLimiting
    private let unknown: UnknownCredentials

    init(_ authenticator: AppAuthenticator, limiter: any IngestLimiting, now: @escaping @Sendable () -> Timestamp) {
        self.authenticator = authenticator
        self.limiter = limiter
        unknown = UnknownCredentials(now: now)
    }

    /// - Throws: `DeliveryRejection`: an unknown credential, or too many of them from the address;
    ///   `.conflict(.tenantSuspended)`, `.unavailable`.
    func key(_ credential: IngestCredential, from client: DeliveryClient) async throws -> KeyRecord {
        let charge = DeliveryCharge(limiter: limiter, key: nil, client: client)
        // An address that has used up its limit is rejected before anything is read.
        if try await isNearLimit(client) { try await charge.pay(Self.unknownKeyCharge, .events) }
        if !unknown.contains(credential) {
            if let key = try await find(credential) { return key }
            unknown.add(credential)
        }
        try await charge.pay(Self.unknownKeyCharge, .events)
        throw DeliveryRejection.unknownCredential
    }

    private func find(_ credential: IngestCredential) async throws(DomainError) -> KeyRecord? {
        switch credential {
        case .key(let text): try await authenticator.key(text, .ingest)
        case .dsn(let key, let project): try await authenticator.key(dsn: key, project: project)
        }
    }

    private func isNearLimit(_ client: DeliveryClient) async throws(DomainError) -> Bool {
        try await limiter.take(0, of: .events, key: nil, networks: nil, address: client.address).levels.contains {
            $0.left < min(Self.unknownKeyCharge, $0.capacity / 10)
        }
    }
}
