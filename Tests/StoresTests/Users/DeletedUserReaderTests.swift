import Database
import Domain
import Fixtures
import Foundation
import Stores
import Synchronization
import Testing

@testable import UseCases

/// A deleted user whose rows are still stored is as unknown as any other id, address, token and subject.
@Suite struct DeletedUserReaderTests {
    private static let subject = "001.kim"

    private let installation: Installation
    private let acme: TestTenant
    /// A member of the console who also uses the app.
    private let kim: User
    private let ivy: User
    private let invitation: Credential
    private let signedIn: SignedIn
    private let link: Credential
    private let stop: Credential

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        kim = try await acme.add("Kim", role: .admin)
        (ivy, invitation) = try await acme.services.users.invite(
            .init(email: "ivy@acme.example", name: nil, role: "customer"),
            grant: acme.system.grant()
        )
        signedIn = try await acme.signIn(kim)
        _ = try await acme.services.accessTokens.issue(for: signedIn.session, tenant: acme.tenant, method: .password)
        link = Credential(.link, tenant: acme.tenant.id, random: Array(repeating: 1, count: 32))
        stop = Credential(.link, tenant: acme.tenant.id, random: Array(repeating: 2, count: 32))
        try await insertLinks()
        try await insertAppleIdentity()
    }

    private var stores: any StoreSet { installation.stores }
    private var tenant: Tenant.ID { acme.tenant.id }
    private var now: Timestamp { installation.clock.now }
    private var context: ActionContext { ActionContext(tenant, at: now) }
    private var emailChange: NewLink {
        get throws {
            let link = OneTimeLink(
                tenant: tenant,
                purpose: .changeEmail,
                user: kim.id,
                email: EmailAddress("new@acme.example"),
                askedWith: signedIn.session.id,
                createdAt: now
            )
            return NewLink(link: link, token: CredentialHash(bytes: Data(repeating: 3, count: 32)), code: nil)
        }
    }
    private var emailStop: EmailChangeStop {
        get throws {
            EmailChangeStop(
                tenant: tenant,
                user: kim.id,
                email: try #require(kim.email),
                session: signedIn.session.id,
                createdAt: now
            )
        }
    }

    private func insertLinks() async throws {
        let signIn = OneTimeLink(tenant: tenant, purpose: .signIn, user: kim.id, email: kim.email, createdAt: now)
        let new = NewLink(link: signIn, token: CredentialHash(link), code: Data(repeating: 4, count: 32))
        try await stores.links.insert(new, in: tenant) { _ throws(DomainError) in }
        try await stores.links.insert(emailChange, in: tenant) { _ throws(DomainError) in }
        try await stores.links.insert(emailStop, token: CredentialHash(stop), in: tenant)
    }

    private func insertAppleIdentity() async throws {
        let (tenant, user, now) = (tenant, kim.id, now)
        _ = try await installation.control.write(.tenant(tenant.uuid)) { transaction in
            try transaction.execute(
                """
                INSERT INTO identities (tenant_id, provider, subject, user_id, created_at)
                VALUES (\(tenant), 'apple', \(Self.subject), \(user), \(now))
                """
            )
            try transaction.execute(
                """
                INSERT INTO apple_people (tenant_id, subject, user_id, authorized_at)
                VALUES (\(tenant), \(Self.subject), \(user), \(now))
                """
            )
        }
    }

    /// Deletes a user without the steps that follow. The identities come back, as those of a user who has more of them
    /// than the deletion takes at once.
    private func markDeleted() async throws {
        for user in [kim, ivy] {
            let audit = AuditDraft(.userDeleted, by: .system, at: now, target: .init(.user, user.id))
            _ = try await stores.users.change(user.id, in: tenant, newRole: nil) { _ throws(DomainError) in
                UserDecision(.delete, audit: audit)
            }
        }
        try await insertAppleIdentity()
    }

    @Test func `every reader sees a user until the deletion, and none afterwards`() async throws {
        let before = try await sightings()

        try await markDeleted()

        let after = try await sightings()
        #expect(before.filter { !$0.value }.keys.sorted() == [])
        #expect(after.filter(\.value).keys.sorted() == [])
        #expect(installation.failures.all.isEmpty)
    }

    /// What each reader says, by its name.
    private func sightings() async throws -> [String: Bool] {
        try await userSightings()
            .merging(sessionSightings()) { first, _ in first }
            .merging(linkSightings()) { first, _ in first }
            .merging(signInSightings()) { first, _ in first }
    }

    private func userSightings() async throws -> [String: Bool] {
        let (users, id) = (stores.users, kim.id)
        var seen: [String: Bool] = [:]
        seen["user"] = (try? await users.user(id, in: tenant)) != nil
        seen["profile"] = (try? await users.profile(id, at: now, in: tenant)) != nil
        seen["users"] = try await !users.users([id], in: tenant).isEmpty
        for sort in UserQuery.Sort.allCases {
            let page = try await users.page(UserQuery(sort: sort), PageRequest(), in: tenant)
            seen["list by \(sort)"] = page.items.contains { $0.user.id == id }
        }
        let queries = [
            UserQuery(search: "kim"), UserQuery(search: id.description), UserQuery(provider: .apple),
        ]
        for (number, query) in queries.enumerated() {
            seen["search \(number)"] = try await !users.page(query, PageRequest(), in: tenant).items.isEmpty
            seen["count \(number)"] = try await users.count(query, in: tenant) != .exactly(0)
        }
        seen["count of all"] = try await users.count(UserQuery(), in: tenant) != .exactly(0)
        let byOffset = try await users.directory(UserQuery(), at: ListOffset(skipping: 0, limit: 50), in: tenant)
        seen["list by offset"] = byOffset.contains { $0.user.id == id }
        let directory = try await users.directory(DirectoryQuery(), skipping: 0, limit: 50, in: tenant)
        seen["directory"] = directory.users.contains { $0.id == id }
        seen["size of the directory"] = directory.total > 0
        let exported = try await stores.transfers.users(after: nil, limit: 50, in: tenant)
        seen["export"] = exported.contains { $0.user.id == id }
        return seen
    }

    private func sessionSightings() async throws -> [String: Bool] {
        let (sessions, id) = (stores.sessions, signedIn.session.id)
        let token = CredentialHash(signedIn.token)
        var seen: [String: Bool] = [:]
        seen["session by token"] = try await sessions.record(token, in: tenant) != nil
        seen["session by id"] = try await sessions.record(of: id, in: tenant) != nil
        let key = CredentialHash(acme.creation.publishableKey)
        let records = try await sessions.records(key: key, session: token, in: tenant)
        #expect(records.key != nil)
        seen["session with key"] = records.session != nil
        let page = try await sessions.page(SessionFilter(), PageRequest(), at: now, in: tenant)
        seen["list of sessions"] = !page.items.isEmpty
        seen["count of sessions"] = try await sessions.preview(SessionFilter(), at: now, in: tenant).count > 0
        seen["refresh token"] = try await stores.refreshes.find(id, in: tenant) != nil
        seen["session of an attempt"] = try await stores.attemptSessions.session(id, in: tenant) != nil
        return seen
    }

    private func linkSightings() async throws -> [String: Bool] {
        let links = stores.links
        var seen: [String: Bool] = [:]
        seen["link"] = try await links.link(CredentialHash(link), in: context) != nil
        seen["pending address"] = try await links.pendingEmail(of: kim.id, in: context) != nil
        seen["stop link"] = try await links.stop(CredentialHash(stop), in: context) != nil
        seen["invitation"] = (try? await stores.console.invited(CredentialHash(invitation), in: context)) != nil
        return seen
    }

    private func signInSightings() async throws -> [String: Bool] {
        let email = try #require(kim.email)
        var seen: [String: Bool] = [:]
        seen["account by address"] = try await stores.passwords.account(email, in: tenant) != nil
        seen["password"] = try await stores.passwords.password(of: kim.id, in: tenant) != nil
        let placeholder = PasswordLookup.Placeholder(
            user: SystemContext.system.newID(),
            password: installation.services.signIns.passwords.placeholder
        )
        let guesses = try await stores.console.guesses(at: email, tenant: nil, limit: 5, else: placeholder)
        seen["console by address"] = !guesses.isEmpty
        seen["console by id"] = try await stores.console.candidate(.member(kim.id, tenant)) != nil
        seen["status at Apple"] = try await stores.apple.link(of: kim.id, in: tenant) != nil
        let record = Mutex<AppleRecord?>(nil)
        let use = AppleUse(
            tokenHash: Data(repeating: 5, count: 32),
            subject: Self.subject,
            email: nil,
            device: Device(),
            usedAt: now,
            issuedAt: now,
            expiresAt: now + .hours(1)
        )
        _ = try await stores.apple.admit(use, in: tenant) { found in
            record.withLock { $0 = found }
            return .reject(.userDisabled)
        }
        seen["subject at Apple"] = record.withLock { $0?.user } != nil
        return seen
    }

    @Test func `nothing can be done with what a deleted user had`() async throws {
        let session = signedIn.session
        try await markDeleted()

        await #expect(throws: DomainError.notFound(.user)) {
            try await stores.users.change(kim.id, in: tenant, newRole: nil) { record throws(DomainError) in
                UserDecision(.keep(record.user), audit: nil)
            }
        }
        let rotation = RefreshRotation(session: session, from: 1, at: now)
        #expect(try await !stores.refreshes.rotate(rotation, in: tenant))
        await #expect(throws: DomainError.notFound(.session)) {
            try await stores.refreshes.begin(session.id, method: .password, keyVersion: 1, in: context)
        }
        let digits = LinkKey.digits(try #require(kim.email), askedBy: nil, isCode: { _, _ in true })
        let keep: @Sendable (OneTimeLink, UserRecord) throws(DomainError) -> UserDecision = { _, record in
            UserDecision(.keep(record.user), audit: nil)
        }
        for key in [LinkKey.token(CredentialHash(link)), digits] {
            let opened = try await stores.links.use(LinkUse(key, for: [.signIn]), in: context, decide: keep)
            #expect(opened == nil)
        }
        await #expect(throws: DomainError.notFound(.session)) {
            try await stores.links.insert(emailChange, in: tenant) { _ throws(DomainError) in }
        }
        await #expect(throws: DomainError.notFound(.session)) {
            let token = CredentialHash(bytes: Data(repeating: 6, count: 32))
            try await stores.links.insert(emailStop, token: token, in: tenant)
        }
        await #expect(throws: AuthFailure.signIn(.wrongCredentials)) { try await acme.signIn(kim) }
        let audit = AuditDraft(.sessionsEnded, by: .system, at: now)
        let revocation = SessionRevocation(
            of: SessionFilter(user: kim.id),
            reason: .revokedByAdministrator,
            at: now,
            limit: 10
        )
        #expect(try await stores.sessions.end(revocation, in: tenant, audit: { _ in audit }).count == 0)
        let (id, rank): (Session.ID, Role.Rank) = (signedIn.session.id, 100)
        await #expect(throws: DomainError.notFound(.session)) {
            try await stores.sessions.end(id, of: nil, maximumRank: rank, in: tenant, audit: audit)
        }
        let event = AppleAccountEvent(kind: .emailDisabled, subject: Self.subject, occurredAt: now)
        let outcomes = try await stores.apple.take(
            [AppleAccountChange(event: event, subjects: [Self.subject])],
            idHash: Data(repeating: 7, count: 32),
            in: context
        ) { _, _ in AppleAccountDecision(audit: nil) }
        #expect(outcomes == [.unknown])
        #expect(installation.failures.all.isEmpty)
    }
}
