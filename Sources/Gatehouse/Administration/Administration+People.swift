import Domain
import StrictJSON
import UseCases

extension Administration {
    func createOperator(email: String, name: String, password: String) async throws -> CommandResult {
        let person = try await services.firstEntry.createOperator(
            email: email, name: name.isEmpty ? email : name, password: password, grant: grant)
        let json: JSONObject = [
            "id": .string(person.id.description), "email": .string(person.email.description), "name": .string(person.name),
            "role": "operator", "tenant": nil, "created_at": .string(person.createdAt.rfc3339),
        ]
        return CommandResult(json, text: "\(person.email) is an operator and can sign in at \(baseURL).")
    }

    func createUser(in slug: String, role: String, email: String, name: String, password: String) async throws -> CommandResult {
        let tenant = try await tenant(slug)
        let draft = UserAdministration.Draft(email: email, name: name.isEmpty ? nil : name, role: role, password: password)
        let user = try await services.users.create(draft, grant: try access(to: tenant).grant(ManageUsers.self))
        let json: JSONObject = [
            "id": .string(user.id.description), "email": .string(email), "name": user.name.map { .string($0) } ?? .null,
            "role": .string(user.role.description), "tenant": .string(slug), "created_at": .string(user.createdAt.rfc3339),
        ]
        return CommandResult(json, text: "\(email) has the role \(user.role) in \(tenant.name) and can sign in at \(baseURL).")
    }
}
