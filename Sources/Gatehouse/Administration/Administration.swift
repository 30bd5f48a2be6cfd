@_spi(Admission) import Domain
import Foundation
import UseCases

/// Performs administration commands with the rights of the system principal.
struct Administration: Sendable {
    let services: Services
    let storage: StorageSettings

    func perform(_ command: any AdministrationCommand) async throws(CommandFailure) -> CommandResult {
        do { return try await command.run(on: self) } catch { throw CommandFailure(error) }
    }

    var grant: InstallationGrant { get throws { try Principal.system.installationGrant() } }

    /// - Throws: `.notFound(.tenant)`, also for a text that is not a valid slug.
    func tenant(_ slug: String) async throws -> Tenant {
        guard let slug = Tenant.Slug(slug) else { throw DomainError.notFound(.tenant) }
        return try await services.tenants.tenant(slug, grant: grant).tenant
    }

    func access(to tenant: Tenant) -> Access { Access(tenant: tenant.id, principal: .system) }

    /// The DSN of an ingest key; nil for a key of another kind.
    func dsn(_ key: Credential, tenant: Tenant) -> String? {
        DSNKey(key).map { services.address.dsn($0, tenant) }
    }

    /// Reads a list page by page, to its end.
    static func all<Item>(_ page: (PageRequest) async throws -> Page<Item>) async throws -> [Item] {
        var items: [Item] = []
        var cursor: Cursor?
        repeat {
            let page = try await page(PageRequest(limit: PageRequest.limits.upperBound, cursor: cursor))
            items += page.items
            cursor = page.next
        } while cursor != nil
        return items
    }
}
