import Crypto
import Domain
import Foundation

/// Lets an administrator connect a tenant to its app at Apple.
public struct AppleAdministration: Sendable {
    /// The settings that an administrator sends; an omitted key leaves the stored one.
    public struct Draft: Sendable {
        public let teamID: String
        public let keyID: String
        /// The text of the .p8 file.
        public let privateKey: String?
        public let clientIDs: [String]
        /// The client id that signs users in by Apple's page.
        public let webClientID: String?

        public init(teamID: String, keyID: String, privateKey: String?, clientIDs: [String], webClientID: String? = nil)
        {
            self.teamID = teamID
            self.keyID = keyID
            self.privateKey = privateKey
            self.clientIDs = clientIDs
            self.webClientID = webClientID
        }
    }

    let store: any AppleAdministrationStore
    let tenants: any TenantStore
    let settings: any TenantSettingsStore
    let service: any AppleTokenService
    let clients: AppleClients
    let alarm: AppleAlarm
    let limiter: RateLimiter
    let now: @Sendable () -> Timestamp

    /// - Returns: nil when there are no settings.
    public func settings(grant: Grant<ReadSettings>) async throws(DomainError) -> AppleSettings? {
        try await store.settings(of: grant.tenant)?.settings
    }

    /// Returns the revocations that Apple has not confirmed yet.
    public func backlog(grant: Grant<ReadSettings>) async throws(DomainError) -> AppleBacklog {
        try await store.backlog(of: grant.tenant)
    }

    /// The tenant's own host names: Apple's page may redirect to each.
    public func hosts(grant: Grant<ReadSettings>) async throws(DomainError) -> [HostName] {
        try await tenants.tenant(grant.tenant).hosts
    }

    /// Replaces all settings. They take effect from the next sign-in on.
    /// - Throws: `.denied(.proofNeeded)`; `.invalid` with every invalid field.
    public func set(_ draft: Draft, grant: Grant<ManageSettings>) async throws(DomainError) -> AppleSettings {
        try grant.principal.mustHaveProven(by: now())
        let before = try await store.settings(of: grant.tenant)
        let fingerprint = try Self.checked(draft, before?.settings)
        let settings = AppleSettings(
            teamID: draft.teamID,
            keyID: draft.keyID,
            keyFingerprint: fingerprint,
            clientIDs: draft.clientIDs,
            webClientID: draft.webClientID,
            updatedAt: now(),
            teamSince: before.flatMap { $0.settings.teamID == draft.teamID ? $0.settings.teamSince : nil }
        )
        let sealed = try await sealed(draft.privateKey, or: before, for: grant.tenant)
        let audit = AuditDraft(
            .appleSettingsChanged,
            by: grant.principal,
            at: settings.updatedAt,
            target: .init(.tenant, grant.tenant),
            changes: settings.changes(from: before?.settings)
        )
        try await store.set(StoredAppleSettings(settings: settings, sealedKey: sealed), of: grant.tenant, audit: audit)
        return settings
    }

    private func sealed(
        _ key: String?,
        or before: StoredAppleSettings?,
        for tenant: Tenant.ID
    ) async throws(DomainError) -> Data {
        guard let key else {
            guard let before else { throw .invalid("private_key", .missing) }
            return before.sealedKey
        }
        do throws(VaultFailure) {
            return try await clients.vault.seal(Data(key.utf8), for: tenant, place: Self.place(of: tenant))
        } catch {
            throw DomainError(error)
        }
    }

    static func place(of tenant: Tenant.ID) -> SecretPlace {
        SecretPlace(table: "apple_settings", column: "sealed_key", row: tenant)
    }

    // MARK: Rules

    /// - Returns: the fingerprint of the key to use.
    private static func checked(_ draft: Draft, _ before: AppleSettings?) throws(DomainError) -> String {
        var problems: [FieldProblem] = []
        let form = FieldProblem.Rule.malformed(
            .localizable("forms.apple-id", "Enter 10 capital letters and digits, like A1B2C3D4E5.")
        )
        if !isIdentifier(draft.teamID) { problems.append(.init(field: "team_id", rule: form)) }
        if !isIdentifier(draft.keyID) { problems.append(.init(field: "key_id", rule: form)) }
        var fingerprint = before?.keyFingerprint ?? ""
        if let key = draft.privateKey {
            fingerprint = Self.fingerprint(of: key) ?? ""
            if fingerprint.isEmpty {
                let sentence = LocalizableText.localizable(
                    "forms.private-key",
                    "Enter the whole text of the .p8 file from Apple: a P-256 private key in PEM (PKCS #8)."
                )
                problems.append(.init(field: "private_key", rule: .malformed(sentence)))
            }
        } else if before == nil || before?.keyID != draft.keyID || before?.teamID != draft.teamID {
            // A stored key is valid only with its key id and its team.
            problems.append(.init(field: "private_key", rule: .missing))
        }
        if let rule = problem(of: draft.clientIDs) { problems.append(.init(field: "client_ids", rule: rule)) }
        if let id = draft.webClientID, !draft.clientIDs.contains(id) {
            problems.append(
                .init(
                    field: "web_client_id",
                    rule: .malformed(.localizable("forms.web-client-id", "Use one of the client IDs."))
                )
            )
        }
        guard problems.isEmpty else { throw .invalid(problems) }
        return fingerprint
    }

    private static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
    }

    private static func problem(of ids: [String]) -> FieldProblem.Rule? {
        if ids.isEmpty {
            return .malformed(
                .localizable("forms.client-ids-none", "Enter at least one, like the bundle ID of the app.")
            )
        }
        if ids.count > AppleSettings.maximumClientIDs {
            return .malformed(
                .localizable(
                    "forms.client-ids-maximum",
                    "Enter at most {maximum} IDs.",
                    ["maximum": .number(AppleSettings.maximumClientIDs)]
                )
            )
        }
        if Set(ids).count < ids.count {
            return .malformed(.localizable("forms.client-ids-duplicate", "Enter each ID once."))
        }
        if !ids.allSatisfy(isClientID) {
            return .malformed(
                .localizable("forms.client-ids", "Use IDs like com.example.app: ASCII letters, digits, dots, hyphens.")
            )
        }
        return nil
    }

    private static func isClientID(_ text: String) -> Bool {
        (1...AppleSettings.clientIDMaximumLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// - Returns: nil for a text that is no P-256 private key in PKCS #8.
    private static func fingerprint(of key: String) -> String? {
        guard key.contains("-----BEGIN PRIVATE KEY-----"),
            let parsed = try? P256.Signing.PrivateKey(pemRepresentation: key)
        else { return nil }
        return Hexadecimal.encode(Array(SHA256.hash(data: parsed.publicKey.derRepresentation)))
    }
}

extension AppleSettings {
    func changes(from old: AppleSettings?) -> [AuditEntry.Change] {
        let pairs: [(String, String?, String?)] = [
            ("team_id", old?.teamID, teamID), ("key_id", old?.keyID, keyID),
            ("key_fingerprint", old?.keyFingerprint, keyFingerprint),
            ("client_ids", old?.clientIDs.joined(separator: " "), clientIDs.joined(separator: " ")),
            ("web_client_id", old?.webClientID, webClientID),
        ]
        return pairs.filter { $0.1 != $0.2 }.map { .init($0.0, from: $0.1, to: $0.2) }
    }
}
