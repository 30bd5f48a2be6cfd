@_spi(Admission) import Domain
import Foundation
import UseCases

/// Performs administration commands with the rights of the system principal.
struct Administration: Sendable {
    let services: Services
    let files: FileCommands

    func perform(_ command: AdministrationCommand) async throws(CommandFailure) -> CommandResult {
        do {
            switch command {
            case .createTenant(let slug, let name): return try await createTenant(slug: slug, name: name)
            case .listTenants: return try await listTenants()
            case .createKey(let tenant, let kind, let name):
                return try await createKey(tenant: tenant, kind: kind, name: name)
            case .listKeys(let tenant): return try await listKeys(tenant: tenant)
            case .revokeKey(let tenant, let key): return try await revokeKey(tenant: tenant, key: key)
            case .listSigningKeys(let tenant): return try await listSigningKeys(tenant: tenant)
            case .rotateSigningKeys(let tenant, let isLeaked):
                return try await rotateSigningKeys(tenant: tenant, isLeaked: isLeaked)
            case .setApple(let tenant, let team, let key, let privateKey, let clientIDs, let webClientID):
                return try await setApple(
                    AppleAdministration.Draft(
                        teamID: team,
                        keyID: key,
                        privateKey: privateKey,
                        clientIDs: clientIDs,
                        webClientID: webClientID
                    ),
                    tenant: tenant
                )
            case .showApple(let tenant): return try await showApple(tenant: tenant)
            case .checkApple(let tenant, let redirectURI):
                return try await checkApple(tenant: tenant, redirectURI: redirectURI)
            case .createOperator(let email, let name, let password):
                return try await createOperator(email: email, name: name, password: password)
            case .createUser(let tenant, let role, let email, let name, let password):
                return try await createUser(
                    UserAdministration.Draft(
                        email: email,
                        name: name.isEmpty ? nil : name,
                        role: role,
                        password: password
                    ),
                    in: tenant
                )
            case .setOperatorPassword(let email, let password):
                return try await setOperatorPassword(of: email, password: password)
            case .setPassword(let tenant, let email, let password):
                return try await setPassword(in: tenant, of: email, password: password)
            case .removeOperator(let email): return try await removeOperator(email: email)
            case .resetSecondFactor(let tenant, let email): return try await resetSecondFactor(in: tenant, of: email)
            case .importUsers(let tenant, let lines, let isTrial):
                return try await importUsers(into: tenant, lines: lines, isTrial: isTrial)
            case .exportUsers(let tenant, let last, let withPasswords):
                return try await exportUsers(of: tenant, after: last, withPasswords: withPasswords)
            case .examine, .backUp: return try await files.perform(command)
            }
        } catch { throw CommandFailure(error) }
    }

    var grant: InstallationGrant { get throws { try Principal.system.installationGrant() } }

    /// - Throws: `.notFound(.tenant)`, also for a text that is not a valid slug.
    func tenant(_ slug: String) async throws -> Tenant {
        guard let slug = Tenant.Slug(slug) else { throw DomainError.notFound(.tenant) }
        return try await services.tenants.tenant(slug, grant: grant).tenant
    }

    func access(to tenant: Tenant) -> Access { Access(tenant: tenant.id, principal: .system) }
}
