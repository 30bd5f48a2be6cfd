import Domain
import Foundation
import StrictJSON
import UseCases

/// The answer has an outcome for each line: `"added"`, `"skipped"`, or an object with the `reason`.
struct ImportUsers: AdministrationCommand {
    let tenant: String
    /// At most `UserTransfer.batch`.
    let lines: [Data]
    let isTrial: Bool

    func run(on administration: Administration) async throws -> CommandResult {
        let grant = try administration.access(to: try await administration.tenant(tenant)).grant(ManageUsers.self)
        let outcomes = try await administration.services.transfer.add(lines, isTrial: isTrial, grant: grant)
        let items = outcomes.map { outcome -> JSONValue in
            switch outcome {
            case .added: "added"
            case .skipped: "skipped"
            case .bad(let reason): ["reason": .string(reason)]
            }
        }
        return CommandResult(["outcomes": .array(items)], text: "")
    }
}

/// Exports one batch of users.
struct ExportUsers: AdministrationCommand {
    let tenant: String
    /// The last user of the batch before; nil begins with the first user.
    let after: String?
    let withPasswords: Bool

    func run(on administration: Administration) async throws -> CommandResult {
        let grant = try administration.access(to: try await administration.tenant(tenant)).grant(ReadUsers.self)
        let part = try await administration.services.transfer.part(
            after: after.flatMap { User.ID($0) },
            withPasswords: withPasswords,
            grant: grant
        )
        return CommandResult(
            [
                "items": .array(part.lines.map { .object($0) }),
                "last": part.last.map { .string($0.description) } ?? .null,
            ],
            text: ""
        )
    }
}
