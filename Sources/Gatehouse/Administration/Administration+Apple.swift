import Domain
import StrictJSON
import UseCases

extension Administration {
    func setApple(_ draft: AppleAdministration.Draft, tenant slug: String) async throws -> CommandResult {
        let tenant = try await tenant(slug)
        let set = try await services.apple.set(draft, grant: try access(to: tenant).grant(ManageSettings.self))
        let names = set.clientIDs.joined(separator: ", ")
        return CommandResult(
            Self.json(set),
            text: "\(tenant.slug) accepts identity tokens for \(names) once the sign-in method apple is enabled."
        )
    }

    func showApple(tenant slug: String) async throws -> CommandResult {
        let tenant = try await tenant(slug)
        let grant = try access(to: tenant).grant(ReadSettings.self)
        guard let settings = try await services.apple.settings(grant: grant) else {
            throw DomainError.conflict(.appleNotConnected)
        }
        let backlog = try await services.apple.backlog(grant: grant)
        var json = Self.json(settings)
        json["revocations_waiting"] = .integer(Int64(backlog.waiting))
        json["revocations_failing"] = .integer(Int64(backlog.failing))
        var lines = [
            ["team ID", settings.teamID], ["key ID", settings.keyID], ["fingerprint", settings.keyFingerprint],
            ["client IDs", settings.clientIDs.joined(separator: ", ")], ["updated", settings.updatedAt.rfc3339],
            ["pending revocations", "\(backlog.waiting)"],
        ]
        if let fault = settings.fault {
            lines.append(["rejected by Apple", "\(fault.clientID), since \(fault.since.rfc3339)"])
        }
        return CommandResult(json, text: lines.aligned)
    }

    func checkApple(tenant slug: String, redirectURI: String?) async throws -> CommandResult {
        let tenant = try await tenant(slug)
        let check = try await services.apple.check(
            redirectURI: redirectURI,
            grant: try access(to: tenant).grant(ManageSettings.self)
        )
        let json: JSONObject = [
            "good": .bool(check.isGood), "suspects": .array(check.suspects.map { .string($0.rawValue) }),
            "findings": .array(
                check.findings.map { finding in
                    [
                        "client_id": .string(finding.clientID), "result": .string(finding.result.rawValue),
                        "code": finding.code.map { .string($0) } ?? .null,
                        "detail": finding.detail.map { .string($0) } ?? .null,
                    ]
                }
            ),
            "redirect_known": check.isRedirectKnown.map { .bool($0) } ?? .null,
        ]
        var lines = [check.findings.map { [$0.clientID, $0.result.rawValue, $0.detail ?? ""] }.aligned]
        if let isKnown = check.isRedirectKnown {
            lines.append("The redirect URI is \(isKnown ? "registered" : "not registered") at Apple.")
        }
        lines += check.suspects.map(\.advice)
        if check.isGood { lines.append("Apple accepts the key, the team ID and every client ID.") }
        return CommandResult(json, text: lines.joined(separator: "\n"), isGood: check.isGood)
    }

    private static func json(_ settings: AppleSettings) -> JSONObject {
        [
            "team_id": .string(settings.teamID), "key_id": .string(settings.keyID),
            "key_fingerprint": .string(settings.keyFingerprint),
            "client_ids": .array(settings.clientIDs.map { .string($0) }),
            "web_client_id": settings.webClientID.map { .string($0) } ?? .null,
            "updated_at": .string(settings.updatedAt.rfc3339),
            "refused_since": settings.fault.map { .string($0.since.rfc3339) } ?? .null,
        ]
    }
}

extension AppleCheckUp.Suspect {
    /// What the operator should check.
    fileprivate var advice: String {
        switch self {
        case .key:
            """
            Check the key: does its ID match the file name, does it still exist, and is Sign in with Apple enabled \
            for it?
            """
        case .team:
            "Check the team ID: the developer account shows it under Membership, and beside the name at the top right."
        case .clientID:
            "Check the client IDs: each must be a bundle ID or a Services ID of this team with Sign in with Apple."
        case .redirectURI:
            "Check the Services ID: its return URLs must contain exactly this redirect URI, with https."
        }
    }
}
