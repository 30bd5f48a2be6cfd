import Domain
import StrictJSON
import UseCases

struct SetApple: AdministrationCommand {
    let tenant: String
    let team: String
    let key: String
    /// In PEM; nil keeps the stored one.
    let privateKey: String?
    let clientIDs: [String]
    let webClientID: String?

    func run(on administration: Administration) async throws -> CommandResult {
        let tenant = try await administration.tenant(tenant)
        let set = try await administration.services.apple.set(
            .init(teamID: team, keyID: key, privateKey: privateKey, clientIDs: clientIDs, webClientID: webClientID),
            grant: administration.access(to: tenant).grant(ManageSettings.self)
        )
        let names = set.clientIDs.joined(separator: ", ")
        return CommandResult(
            set.json,
            text: "\(tenant.slug) accepts identity tokens for \(names) once the sign-in method apple is enabled."
        )
    }
}

struct ShowApple: AdministrationCommand {
    let tenant: String

    func run(on administration: Administration) async throws -> CommandResult {
        let grant = try administration.access(to: try await administration.tenant(tenant)).grant(ReadSettings.self)
        let apple = administration.services.apple
        guard let settings = try await apple.settings(grant: grant) else {
            throw DomainError.conflict(.appleNotConnected)
        }
        let backlog = try await apple.backlog(grant: grant)
        var json = settings.json
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
}

struct CheckApple: AdministrationCommand {
    let tenant: String
    let redirectURI: String?

    func run(on administration: Administration) async throws -> CommandResult {
        let grant = try administration.access(to: try await administration.tenant(tenant)).grant(ManageSettings.self)
        let check = try await administration.services.apple.check(redirectURI: redirectURI, grant: grant)
        var lines = [check.findings.map { [$0.clientID, $0.result.rawValue, $0.detail ?? ""] }.aligned]
        if let isKnown = check.isRedirectKnown {
            lines.append("The redirect URI is \(isKnown ? "registered" : "not registered") at Apple.")
        }
        lines += check.suspects.map(\.advice)
        if check.isGood { lines.append("Apple accepts the key, the team ID and every client ID.") }
        return CommandResult(check.json, text: lines.joined(separator: "\n"), isGood: check.isGood)
    }
}

extension AppleSettings {
    fileprivate var json: JSONObject {
        [
            "team_id": .string(teamID), "key_id": .string(keyID), "key_fingerprint": .string(keyFingerprint),
            "client_ids": .array(clientIDs.map { .string($0) }),
            "web_client_id": webClientID.map { .string($0) } ?? .null,
            "updated_at": .string(updatedAt.rfc3339),
            "refused_since": fault.map { .string($0.since.rfc3339) } ?? .null,
        ]
    }
}

extension AppleCheckUp {
    fileprivate var json: JSONObject {
        [
            "good": .bool(isGood), "suspects": .array(suspects.map { .string($0.rawValue) }),
            "findings": .array(
                findings.map { finding in
                    [
                        "client_id": .string(finding.clientID), "result": .string(finding.result.rawValue),
                        "code": finding.code.map { .string($0) } ?? .null,
                        "detail": finding.detail.map { .string($0) } ?? .null,
                    ]
                }
            ),
            "redirect_known": isRedirectKnown.map { .bool($0) } ?? .null,
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
