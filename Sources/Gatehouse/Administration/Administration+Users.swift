import Domain
import Foundation
import StrictJSON
import UseCases

extension Administration {
    /// The answer has an outcome for each line: `"added"`, `"skipped"`, or an object with the `reason`.
    func importUsers(into slug: String, lines: [Data], isTrial: Bool) async throws -> CommandResult {
        let grant = try access(to: try await tenant(slug)).grant(ManageUsers.self)
        let outcomes = try await services.transfer.add(lines, isTrial: isTrial, grant: grant)
        let items = outcomes.map { outcome -> JSONValue in
            switch outcome {
            case .added: "added"
            case .skipped: "skipped"
            case .bad(let reason): ["reason": .string(reason)]
            }
        }
        return CommandResult(["outcomes": .array(items)], text: "")
    }

    func exportUsers(of slug: String, after last: String?, withPasswords: Bool) async throws -> CommandResult {
        let grant = try access(to: try await tenant(slug)).grant(ReadUsers.self)
        let part = try await services.transfer.part(
            after: last.flatMap { User.ID($0) },
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
