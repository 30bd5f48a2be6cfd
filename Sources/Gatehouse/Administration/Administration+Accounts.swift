import Domain
import StrictJSON
import UseCases

extension Administration {
    func createOperator(email: String, name: String, password: String) async throws -> CommandResult {
        let account = try await services.onboarding.createOperator(
            .init(email: email, name: name.isEmpty ? email : name, password: password),
            grant: grant
        )
        let json: JSONObject = [
            "id": .string(account.id.description), "email": .string(account.email.description),
            "name": .string(account.name),
            "role": "operator", "tenant": nil, "created_at": .string(account.createdAt.rfc3339),
        ]
        return CommandResult(
            json,
            text: "\(account.email.shown) is an operator and can sign in at \(services.address)."
        )
    }

    func createUser(_ draft: UserAdministration.Draft, in slug: String) async throws -> CommandResult {
        let (tenant, email) = (try await tenant(slug), draft.email ?? "")
        let user = try await services.users.create(draft, grant: try access(to: tenant).grant(ManageUsers.self))
        let json: JSONObject = [
            "id": .string(user.id.description), "email": .string(email), "name": user.name.map { .string($0) } ?? .null,
            "role": .string(user.role.description), "tenant": .string(slug),
            "created_at": .string(user.createdAt.rfc3339),
        ]
        return CommandResult(
            json,
            text: "\(email) has the role \(user.role) in \(tenant.name) and can sign in at \(services.address)."
        )
    }

    func setOperatorPassword(of email: String, password: String) async throws -> CommandResult {
        let account = try await services.recovery.setOperatorPassword(password, of: email, grant: grant)
        return CommandResult(
            [
                "id": .string(account.id.description), "email": .string(account.email.description), "role": "operator",
                "tenant": nil,
            ],
            text: "The operator \(account.email.shown) has a new password. All their sessions have ended."
        )
    }

    func setPassword(in slug: String, of email: String, password: String) async throws -> CommandResult {
        let access = access(to: try await tenant(slug))
        let user = try await services.recovery.setPassword(password, of: email, grant: access.grant(ManageUsers.self))
        let json: JSONObject = [
            "id": .string(user.id.description), "email": .string(email), "role": .string(user.role.description),
            "tenant": .string(slug),
        ]
        return CommandResult(json, text: "\(email) has a new password in \(slug). All their sessions have ended.")
    }

    func removeOperator(email: String) async throws -> CommandResult {
        let account = try await services.recovery.removeOperator(email, grant: grant)
        return CommandResult(
            ["id": .string(account.id.description), "email": .string(account.email.description)],
            text: "The operator \(account.email.shown) is removed. All their sessions have ended."
        )
    }

    func resetSecondFactor(in slug: String?, of email: String) async throws -> CommandResult {
        let isReset: Bool
        if let slug {
            let access = access(to: try await tenant(slug))
            isReset = try await services.recovery.resetSecondFactor(of: email, grant: access.grant(ManageUsers.self))
        } else {
            isReset = try await services.recovery.resetSecondFactor(ofOperator: email, grant: grant)
        }
        let json: JSONObject = [
            "email": .string(email), "tenant": slug.map { .string($0) } ?? .null, "reset": .bool(isReset),
        ]
        return CommandResult(
            json,
            text: isReset
                ? """
                The second factor of \(email) is reset. Their console sessions have ended. They set up a new one \
                at the next sign-in.
                """
                : "\(email) had no second factor."
        )
    }
}
