@_spi(Admission) import Domain
import Fixtures
import UseCases

/// A tenant whose app fails, and what its members do about it.
struct TriageWorld {
    let installation: Installation
    let acme: TestTenant

    init(_ slug: String = "acme", in installation: Installation? = nil) async throws {
        if let installation { self.installation = installation } else { self.installation = try await Installation() }
        acme = try await TestTenant(slug, in: self.installation)
    }

    var clock: TestClock { installation.clock }

    /// An event in the keychain's failure.
    func failing(
        _ id: Int,
        user: String? = nil,
        device: String? = nil,
        release: String? = "2.4.0",
        ago: Duration = .minutes(1)
    ) -> DecodedEvent {
        var event = acme.event(id, user: user, ago: ago)
        event.content.texts[.installation] = device
        event.content.texts[.appVersion] = release
        return event
    }

    /// An event of another failure.
    func other(_ id: Int, user: String? = nil, ago: Duration = .minutes(1)) -> DecodedEvent {
        var event = failing(id, user: user, ago: ago)
        event.content.error = EventError(domain: "NSOSStatusErrorDomain", code: "-25300", message: nil)
        return event
    }

    func success(
        _ id: Int,
        user: String? = nil,
        device: String? = nil,
        stage: Stage = .sessionStore,
        ago: Duration = .minutes(1)
    ) -> DecodedEvent {
        var event = acme.event(id, stage: stage, outcome: .success, user: user, ago: ago)
        event.content.texts[.installation] = device
        return event
    }

    func deliver(_ events: [DecodedEvent]) async throws { try await acme.deliver(events) }

    func list(
        _ query: FailureQuery = FailureQuery(),
        _ request: PageRequest = PageRequest()
    ) async throws -> FailureListing {
        try await acme.services.failures.list(query, request, grant: acme.system.grant())
    }

    func all(_ query: FailureQuery = FailureQuery()) async throws -> [FailureSummary] {
        try await list(query).page.items
    }

    /// The only failure.
    func only() async throws -> FailureSummary {
        let all = try await all()
        guard all.count == 1 else { throw DomainError.notFound(.failure) }
        return all[0]
    }

    func detail(_ id: FailureKey.ID) async throws -> FailureDetail {
        try await acme.services.failures.failure(id, .week, grant: acme.system.grant())
    }

    @discardableResult
    func act(_ action: FailureAction, on failure: FailureSummary, version: Int? = nil) async throws -> Int {
        try await acme.services.triage.change(
            [FailureReference(failure.id, version: version ?? failure.triage.version)],
            by: action,
            grant: acme.system.grant()
        )
    }

    func history(_ id: FailureKey.ID) async throws -> [TriageChange] {
        try await acme.services.failures.changes(of: id, PageRequest(), grant: acme.system.grant()).items
    }
}
