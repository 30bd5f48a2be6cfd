import Domain
import StrictJSON
import UseCases

extension Administration {
    func setApple(
        tenant slug: String,
        team: String,
        key: String,
        privateKey: String?,
        clientIDs: [String],
        webClientID: String?
    ) async throws -> CommandResult {
        let tenant = try await tenant(slug)
        let draft = AppleAdministration.Draft(
            teamID: team,
            keyID: key,
            privateKey: privateKey,
            clientIDs: clientIDs,
            webClientID: webClientID
        )
        let set = try await services.apple.set(draft, grant: try access(to: tenant).grant(ManageSettings.self))
        let names = set.clientIDs.joined(separator: ", ")
        return CommandResult(
            Self.json(set),
            text: "Identity tokens for \(names) are good for \(tenant.slug) once the method apple is on."
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
            ["team", settings.teamID], ["key", settings.keyID], ["fingerprint", settings.keyFingerprint],
            ["client ids", settings.clientIDs.joined(separator: ", ")], ["set at", settings.updatedAt.rfc3339],
            ["revocations waiting", "\(backlog.waiting)"],
        ]
        if let trouble = settings.trouble {
            lines.append(["refused by Apple", "\(trouble.clientID), since \(trouble.since.rfc3339)"])
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
            lines.append("The address to return to is \(isKnown ? "known" : "not known") to Apple.")
        }
        lines += check.suspects.map(\.advice)
        if check.isGood { lines.append("Apple takes the key, the team and every client id.") }
        return CommandResult(json, text: lines.joined(separator: "\n"), isGood: check.isGood)
    }

    private static func json(_ settings: AppleSettings) -> JSONObject {
        [
            "team_id": .string(settings.teamID), "key_id": .string(settings.keyID),
            "key_fingerprint": .string(settings.keyFingerprint),
            "client_ids": .array(settings.clientIDs.map { .string($0) }),
            "web_client_id": settings.webClientID.map { .string($0) } ?? .null,
            "updated_at": .string(settings.updatedAt.rfc3339),
            "refused_since": settings.trouble.map { .string($0.since.rfc3339) } ?? .null,
        ]
    }
}

extension AppleCheckUp.Suspect {
    /// What to look at.
    fileprivate var advice: String {
        switch self {
        case .key:
            "Look at the key: is its id the one in the file's name, is it still there, and has it Sign in with Apple?"
        case .team:
            "Look at the team id: it stands under Membership in the developer account, and beside the name at the top right."
        case .clientID:
            "Look at the client ids: each is a bundle id or a Services ID of this team with Sign in with Apple."
        case .redirectURI:
            "Look at the Services ID: the address to return to stands there letter by letter, with https."
        }
    }
}
