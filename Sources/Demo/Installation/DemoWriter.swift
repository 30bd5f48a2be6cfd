@_spi(Admission) import Domain
import FakeApple
import Stores
import UseCases

/// Writes the sample apps with their history into a new installation.
public struct DemoWriter: Sendable {
    /// Events that wait for one transaction together.
    private static let step = 1_000
    private static let daysBetweenMaintenance = 5

    private let services: Services
    private let accounts: SampleAccounts
    private let clock: DemoClock
    private let calendar: DemoCalendar
    private let size: DemoSize
    private let seed: UInt64

    /// - Parameters:
    ///   - services: of the new installation, with the clock's time.
    ///   - calendar: ends now; the clock ends there too.
    public init(
        services: Services,
        accounts: SampleAccounts,
        clock: DemoClock,
        calendar: DemoCalendar,
        size: DemoSize,
        seed: UInt64
    ) {
        self.services = services
        self.accounts = accounts
        self.clock = clock
        self.calendar = calendar
        self.size = size
        self.seed = seed
    }

    /// - Parameters:
    ///   - team: returns the team of an app at Apple.
    ///   - report: is told how far the history is written, from 0 to 1.
    /// - Returns: the tenants, with their keys.
    public func write(
        teams team: (DemoApp) -> FakeTeam,
        report: @escaping @Sendable (Double) -> Void
    ) async throws -> [DemoTenant] {
        clock.move(to: calendar.start - .hours(2))
        try await addOperator()
        let password = try await services.passwords.hash(DemoApp.password, for: nil)
        var apps: [DemoAccounts] = []
        for app in DemoApp.all {
            let tenant = try await setUp(app, team: team(app))
            apps.append(
                DemoAccounts(
                    tenant: tenant,
                    password: password,
                    subjects: try await storedSubjects(of: tenant),
                    administrator: DemoMembers(services: services, tenant: tenant).administrator.principal
                )
            )
        }
        for app in apps {
            for batch in app.imported(at: clock.now) {
                try Task.checkCancellation()
                try await add(batch, to: app)
            }
        }
        let decisions = DemoDecision.all(of: calendar)
        for (number, slice) in calendar.slices.enumerated() {
            try Task.checkCancellation()
            report(slice.lowerBound.since(calendar.start) / calendar.now.since(calendar.start))
            clock.move(to: slice.upperBound)
            try await write(slice, of: apps, decisions: decisions.filter { slice.contains($0.at) })
            // As the server does in the background: so nothing is left to do for it at the end.
            if number % Self.daysBetweenMaintenance == 0 || slice.upperBound == calendar.now {
                try await services.maintenance.turn()
            }
        }
        return apps.map(\.tenant)
    }

    // MARK: Set-up

    private func addOperator() async throws {
        _ = try await services.onboarding.createOperator(
            .init(email: DemoApp.operatorEmail, name: "Olga Operator", password: DemoApp.password),
            grant: try Principal.system.installationGrant()
        )
    }

    private func setUp(_ app: DemoApp, team: FakeTeam) async throws -> DemoTenant {
        let new = try await services.tenants.create(
            slug: app.slug,
            name: app.name,
            grant: try Principal.system.installationGrant()
        )
        let access = Access(tenant: new.tenant.id, principal: .system)
        let administrator = try await addMember(.admin, of: app, with: access)
        let onCall = try await addMember(.onCall, of: app, with: access)
        _ = try await services.apple.set(
            .init(teamID: team.teamID, keyID: team.keyID, privateKey: team.privateKey, clientIDs: [app.clientID]),
            grant: try access.grant()
        )
        _ = try await services.settings.change(expecting: nil, grant: try access.grant()) { settings in
            settings.methods = app.hasPasswords ? [.apple, .password] : [.apple]
            settings.dialect = app.dialect == .gotrue ? .gotrue : .betterAuth
            settings.isAnonymous = app.isPrivate
            settings.language = app.language
        }
        let population = DemoPopulation(of: app, size: size, seed: seed, calendar: calendar)
        return DemoTenant(
            tenant: new.tenant,
            history: DemoHistory(of: population, seed: seed, calendar: calendar),
            publishableKey: new.publishableKey,
            ingestKey: new.ingestKey,
            administrator: administrator,
            onCall: onCall
        )
    }

    private func addMember(_ role: Role.Name, of app: DemoApp, with access: Access) async throws -> User {
        let (email, name) = app.member(role)
        return try await services.users.create(
            .init(email: email, name: name, role: role.description, password: DemoApp.password),
            grant: try access.grant()
        )
    }

    /// - Returns: of each user, how Apple's id is stored.
    private func storedSubjects(of tenant: DemoTenant) async throws -> [String?] {
        var stored: [String?] = []
        for user in tenant.history.population.users {
            guard let subject = user.appleSubject else {
                stored.append(nil)
                continue
            }
            stored.append(
                try await services.appleSubjects.stored(
                    subject,
                    isAnonymous: tenant.app.isPrivate,
                    in: tenant.tenant.id
                )
            )
        }
        return stored
    }

    // MARK: History

    /// Writes one part of the history: the events, and beside them the accounts of the apps without a decision; then
    /// the others, in the order of time.
    private func write(
        _ slice: Range<Timestamp>,
        of apps: [DemoAccounts],
        decisions: [DemoDecision]
    ) async throws {
        let deciding = Set(decisions.map(\.app))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for app in apps {
                group.addTask { try await self.writeEvents(of: app.tenant, in: slice) }
                guard !deciding.contains(app.tenant.app) else { continue }
                group.addTask { try await self.add(app.batch(in: slice), to: app) }
            }
            try await group.waitForAll()
        }
        for app in apps where deciding.contains(app.tenant.app) {
            var from = slice.lowerBound
            for decision in decisions where decision.app == app.tenant.app {
                try await add(app.batch(in: from..<decision.at), to: app)
                clock.move(to: decision.at)
                try await decision.carryOut(DemoMembers(services: services, tenant: app.tenant))
                from = decision.at
            }
            try await add(app.batch(in: from..<slice.upperBound), to: app)
        }
        clock.move(to: slice.upperBound)
    }

    private func add(_ batch: SampleAccounts.Batch, to app: DemoAccounts) async throws {
        try await accounts.add(batch, to: app.tenant.tenant.id)
    }

    private func writeEvents(of tenant: DemoTenant, in slice: Range<Timestamp>) async throws {
        let events = tenant.history.events(in: slice)
        for from in stride(from: 0, to: events.count, by: Self.step) {
            try Task.checkCancellation()
            try await services.recorder.record(
                Array(events[from..<min(from + Self.step, events.count)]),
                in: tenant.tenant.id
            )
        }
    }
}
