@_spi(Admission) import Domain
import UseCases

/// What the administrators and the engineers on call of one app do, through the use cases that the console calls.
struct DemoMembers {
    let services: Services
    let tenant: DemoTenant

    private func access(of user: User, _ name: Role.Name) -> Access {
        // Every tenant has the built-in roles.
        guard let role = Role.builtIn.first(where: { $0.name == name }) else { preconditionFailure("\(name)") }
        let now = services.now()
        let request = Identifier<DemoMembers>(.version7(at: now, random: (1, UInt64(bitPattern: now.milliseconds))))
        let origin = RequestOrigin(address: "203.0.113.24", requestID: request.description, trace: nil)
        let principal = Principal.user(user.id, role: role, from: origin).acting(in: nil, provedAt: now)
        return Access(tenant: tenant.tenant.id, principal: principal)
    }

    var administrator: Access { access(of: tenant.administrator, .admin) }
    private var onCall: Access { access(of: tenant.onCall, .onCall) }

    // MARK: On call

    private func failures(with code: String) async throws(DomainError) -> [FailureReference] {
        let listing = try await services.failures.list(
            FailureQuery(period: .month, code: code),
            PageRequest(limit: 10),
            grant: try onCall.grant()
        )
        return listing.page.items.map { FailureReference($0.id, version: nil) }
    }

    func assign(_ code: String) async throws(DomainError) { try await change(code, by: .assign(tenant.onCall.id)) }

    /// Changes the failures with a code; in a small history there may be none.
    func change(_ code: String, by action: FailureAction) async throws(DomainError) {
        let found = try await failures(with: code)
        guard !found.isEmpty else { return }
        _ = try await services.triage.change(found, by: action, grant: try onCall.grant())
    }

    func comment(on code: String, _ text: String) async throws(DomainError) {
        for failure in try await failures(with: code) {
            _ = try await services.triage.comment(on: failure.id, text, grant: try onCall.grant())
        }
    }

    func share(view name: String, _ query: String) async throws(DomainError) {
        _ = try await services.savedViews.create(
            .init(name: name, query: query, filters: [], isShared: true),
            grant: try onCall.grant()
        )
    }

    // MARK: Administration

    func note(on code: String, _ text: String, runbook: String) async throws(DomainError) {
        _ = try await services.causeNotes.replace(
            noteOn: code,
            with: .init(runbook: runbook, text: text),
            grant: try administrator.grant()
        )
    }

    func set(_ edit: @escaping @Sendable (inout TenantSettings) -> Void) async throws(DomainError) {
        _ = try await services.settings.change(expecting: nil, grant: try administrator.grant(), edit: edit)
    }

    func addKey(_ kind: APIKey.Kind, _ name: String) async throws(DomainError) {
        _ = try await services.keys.create(kind: kind, name: name, grant: try administrator.grant())
    }

    /// Gives the next customers another role: as many as asked for, of those who were there at the time.
    func promote(_ count: Int, to role: Role.Name, skipping skipped: Int) async throws(DomainError) {
        let now = services.now()
        let users = tenant.history.population.users.filter {
            $0.createdAt < now && $0.role == .customer && !$0.isDisabled
        }
        for user in users.dropFirst(skipped).prefix(count) {
            _ = try await services.users.assign(role: role.description, to: user.id, grant: try administrator.grant())
        }
    }
}
