import Domain
import Ingest
import StrictJSON
import Testing
import UseCases

@testable import Demo

struct DemoDeliveryTests {
    private static let now = Timestamp(milliseconds: 1_764_072_000_000)

    private static func tenant(_ app: DemoApp) throws -> DemoTenant {
        let calendar = DemoCalendar(now: now, days: 3)
        let population = DemoPopulation(
            of: app,
            size: DemoSize(users: 200, sessions: 400, days: 3),
            seed: 1,
            calendar: calendar
        )
        let id = Tenant.ID(.init(bytes: [UInt8](repeating: 1, count: 16)))
        let member = User(
            id: SystemContext.system.newID(),
            tenant: id,
            email: nil,
            emailVerified: false,
            name: nil,
            role: .admin,
            state: .active,
            createdAt: now,
            updatedAt: now,
            lastSeenAt: nil
        )
        let slug = try #require(Tenant.Slug(app.slug))
        return DemoTenant(
            tenant: Tenant(id: id, number: 7, slug: slug, name: app.name, state: .active, createdAt: now),
            history: DemoHistory(of: population, seed: 1, calendar: calendar),
            publishableKey: Credential(.publishableKey, tenant: id, random: Array(repeating: 1, count: 32)),
            ingestKey: Credential(.ingestKey, tenant: id, random: Array(repeating: 2, count: 32)),
            administrator: member,
            onCall: member
        )
    }

    /// What a phone reports of one sign-in that cannot store its session.
    private static func events(of tenant: DemoTenant) throws -> [EventContent] {
        var random = SeededRandom(seed: 1)
        let history = tenant.history
        let session = try #require(history.population.sessions.first)
        var attempt = history.attempt(by: session, at: now - .seconds(20), &random)
        attempt.signIn(as: history.population.users[session.user].id, session.id, canStore: false)
        return attempt.events.map(\.content).filter { $0.source == .client }
    }

    private static func decoded(_ delivery: DemoDelivery, _ format: DemoApp.Format) throws -> EventDelivery {
        switch format {
        case .native: try NativeEvents.decode(delivery.body, as: .json, receivedAt: now)
        case .otlp: try OTLPLogs.decode(delivery.body, as: .json, receivedAt: now)
        case .sentry: try SentryEvents.decode(delivery.body, as: .envelope, to: nil, receivedAt: now)
        }
    }

    @Test(arguments: DemoApp.all)
    func `the server reads in each format what the phone reports`(app: DemoApp) throws {
        let tenant = try Self.tenant(app)
        let events = try Self.events(of: tenant)

        let deliveries = DemoDelivery.deliveries(of: events, from: tenant, at: Self.now)

        #expect(deliveries.count == (app.format == .sentry ? events.count : 1))
        let read = try deliveries.flatMap { delivery in
            let decoded = try Self.decoded(delivery, app.format)
            #expect(decoded.rejected.isEmpty)
            return decoded.events.map(\.content)
        }
        try #require(read.count == events.count)
        for (read, sent) in zip(read, events) {
            #expect((read.stage, read.outcome, read.attempt) == (sent.stage, sent.outcome, sent.attempt))
            #expect(read.id == sent.id && read.occurredAt == sent.occurredAt && read.duration == sent.duration)
            #expect(read.error?.domain == sent.error?.domain && read.error?.code == sent.error?.code)
            #expect(read.error?.chain.map(\.code) == sent.error?.chain.map(\.code))
            // Sentry's SDKs have no name for an event, and say neither network nor state of the app.
            let lost: Set<EventDimension> = app.format == .sentry ? [.name, .network, .appState, .platform] : []
            for dimension in EventDimension.texts where !lost.contains(dimension) {
                #expect(read.texts[dimension] == sent.texts[dimension], "\(dimension)")
            }
        }
    }
}
