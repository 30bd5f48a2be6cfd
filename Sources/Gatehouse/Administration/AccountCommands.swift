import Domain
import StrictJSON
import UseCases

struct CreateOperator: AdministrationCommand {
    let email: String
    let name: String
    let password: String

    static var startsInstallation: Bool { true }

    func run(on administration: Administration) async throws -> CommandResult {
        let account = try await administration.services.onboarding.createOperator(
            .init(email: email, name: name.isEmpty ? email : name, password: password),
            grant: administration.grant
        )
        let json: JSONObject = [
            "id": .string(account.id.description), "email": .string(account.email.description),
            "name": .string(account.name),
            "role": "operator", "tenant": nil, "created_at": .string(account.createdAt.rfc3339),
        ]
        return CommandResult(
            json,
            text: "\(account.email.shown) is an operator and can sign in at \(administration.services.address)."
        )
    }
}

struct CreateUser: AdministrationCommand {
    let tenant: String
    let role: String
    let email: String
    let name: String
    let password: String

    func run(on administration: Administration) async throws -> CommandResult {
        let found = try await administration.tenant(tenant)
        let user = try await administration.services.users.create(
            .init(email: email, name: name.isEmpty ? nil : name, role: role, password: password),
            grant: administration.access(to: found).grant(ManageUsers.self)
        )
        let json: JSONObject = [
            "id": .string(user.id.description), "email": .string(email), "name": user.name.map { .string($0) } ?? .null,
            "role": .string(user.role.description), "tenant": .string(tenant),
            "created_at": .string(user.createdAt.rfc3339),
        ]
        return CommandResult(
            json,
            text: """
                \(email) has the role \(user.role) in \(found.name) and can sign in at \
                \(administration.services.address).
                """
        )
    }
}

struct SetOperatorPassword: AdministrationCommand {
    let email: String
    let password: String

    func run(on administration: Administration) async throws -> CommandResult {
        let account = try await administration.services.recovery.setOperatorPassword(
            password,
            of: email,
            grant: administration.grant
        )
        return CommandResult(
            [
                "id": .string(account.id.description), "email": .string(account.email.description), "role": "operator",
                "tenant": nil,
            ],
            text: "The operator \(account.email.shown) has a new password. All their sessions have ended."
        )
    }
}

struct SetPassword: AdministrationCommand {
    let tenant: String
    let email: String
    let password: String

    func run(on administration: Administration) async throws -> CommandResult {
        let grant = try administration.access(to: try await administration.tenant(tenant)).grant(ManageUsers.self)
        let user = try await administration.services.recovery.setPassword(password, of: email, grant: grant)
        let json: JSONObject = [
            "id": .string(user.id.description), "email": .string(email), "role": .string(user.role.description),
            "tenant": .string(tenant),
        ]
        return CommandResult(json, text: "\(email) has a new password in \(tenant). All their sessions have ended.")
    }
}

struct RemoveOperator: AdministrationCommand {
    let email: String

    func run(on administration: Administration) async throws -> CommandResult {
        let account = try await administration.services.recovery.removeOperator(email, grant: administration.grant)
        return CommandResult(
            ["id": .string(account.id.description), "email": .string(account.email.description)],
            text: "The operator \(account.email.shown) is removed. All their sessions have ended."
        )
    }
}

struct ResetSecondFactor: AdministrationCommand {
    /// Nil for an operator.
    let tenant: String?
    let email: String

    func run(on administration: Administration) async throws -> CommandResult {
        let isReset = try await reset(administration)
        let json: JSONObject = [
            "email": .string(email), "tenant": tenant.map { .string($0) } ?? .null, "reset": .bool(isReset),
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

    private func reset(_ administration: Administration) async throws -> Bool {
        let recovery = administration.services.recovery
        guard let tenant else {
            return try await recovery.resetSecondFactor(ofOperator: email, grant: administration.grant)
        }
        let grant = try administration.access(to: try await administration.tenant(tenant)).grant(ManageUsers.self)
        return try await recovery.resetSecondFactor(of: email, grant: grant)
    }
}
