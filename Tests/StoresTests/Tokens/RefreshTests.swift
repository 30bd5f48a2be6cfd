import Database
import Domain
import Fixtures
import Foundation
import Testing

@testable import UseCases

/// One session with tokens, and what its client does.
private struct Client {
    let acme: TestTenant
    let ada: User
    let signedIn: SignedIn
    let first: IssuedTokens

    var installation: Installation { acme.installation }

    init(in installation: Installation? = nil) async throws {
        if let installation {
            acme = try await TestTenant("acme", in: installation)
        } else {
            acme = try await TestTenant("acme", in: Installation())
        }
        ada = try await acme.add("Ada")
        signedIn = try await acme.signIn(ada, device: Client.phone)
        first = try await acme.services.accessTokens.issue(
            for: signedIn.session,
            tenant: acme.tenant,
            method: .password
        )
    }

    static let phone = Device(model: "iPhone16,1", appVersion: "2.4.0", userAgent: "Acme/231 CFNetwork")

    func refresh(
        _ tokens: IssuedTokens,
        device: Device = phone,
        address: String = "203.0.113.7"
    ) async throws(AuthFailure) -> RefreshedSession {
        try await acme.services.refreshes.refresh(
            tokens.refreshToken,
            in: acme.context(address: address, device: device)
        )
    }

    func failure(
        _ tokens: IssuedTokens,
        device: Device = phone,
        address: String = "203.0.113.7"
    ) async -> AuthFailure? {
        do throws(AuthFailure) {
            _ = try await refresh(tokens, device: device, address: address)
            return nil
        } catch { return error }
    }

    @discardableResult
    func use(_ tokens: IssuedTokens) async throws(AuthFailure) -> AccessTokenVisit {
        try await acme.services.authenticator.session(accessToken: tokens.accessToken, in: acme.tenant)
    }

    func wait(_ span: Duration) { installation.clock.advance(by: span) }

    /// What the audit says of a reuse.
    func reuse() async throws -> [String: String?] {
        let entries = try await audited(.refreshReused)
        #expect(entries.count <= 1)
        return entries.first ?? [:]
    }

    /// What the audit says of each entry of a kind, the latest first.
    func audited(_ action: AuditEntry.Action) async throws -> [[String: String?]] {
        let page = try await acme.services.audit.page(
            PageRequest(limit: 50),
            filter: .init(),
            grant: acme.system.grant()
        )
        return page.items.filter { $0.action == action }.map { entry in
            entry.changes.reduce(into: [:]) { $0[$1.field] = $1.after ?? $1.before }
        }
    }

    /// The recorded events of refreshes.
    func events() async throws -> [StoredEvent] {
        try await acme.services.attempts.flush()
        let now = installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        return try await acme.services.events.page(query, PageRequest(limit: 200), grant: acme.system.grant()).items
            .filter { $0.content[.name] == AttemptStep.refresh.name }
    }
}

@Suite struct RefreshTests {
    @Test func `a refresh returns the next pair, and extends the session`() async throws {
        let client = try await Client()
        client.wait(.hours(1))
        let later = Device(osVersion: "18.3", appVersion: "2.5.0")

        let refreshed = try await client.refresh(client.first, device: later, address: "198.51.100.4")

        #expect(refreshed.tokens.generation == 2)
        #expect(refreshed.tokens.refreshToken != client.first.refreshToken)
        #expect(refreshed.tokens.expiresAt == client.installation.clock.now + .minutes(10))
        let visit = try await client.use(refreshed.tokens)
        #expect(visit.record.session == refreshed.session)
        #expect(visit.record.session.device.model == "iPhone16,1")
        #expect(visit.record.session.device.appVersion == "2.5.0")
        #expect(visit.record.session.address == "198.51.100.4")
        #expect(visit.record.session.lastSeenAt == client.installation.clock.now)
        #expect(visit.record.session.expiresAt == client.installation.clock.now + .days(30))
    }

    @Test func `32 refreshes at once get one successor, and the session stays`() async throws {
        let client = try await Client()

        let answers = try await withThrowingTaskGroup(of: RefreshedSession.self) { group in
            for _ in 0..<32 { group.addTask { try await client.refresh(client.first) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(Set(answers.map(\.tokens.refreshToken)).count == 1)
        #expect(answers.count { !$0.isRepeated } == 1)
        for answer in answers { try await client.use(answer.tokens) }
        #expect(try await client.refresh(answers[0].tokens).tokens.generation == 3)
    }

    @Test(arguments: [Duration.zero, .seconds(60), .seconds(61), .hours(8), .days(29)])
    func `a lost response can be repeated at any later time`(wait: Duration) async throws {
        let client = try await Client()
        let lost = try await client.refresh(client.first)
        client.wait(wait)

        let again = try await client.refresh(client.first)

        #expect(again.isRepeated)
        #expect(again.tokens.refreshToken == lost.tokens.refreshToken)
        #expect(again.tokens.expiresAt == client.installation.clock.now + .minutes(10))
        try await client.use(again.tokens)
        #expect(try await client.refresh(again.tokens).tokens.generation == 3)
    }

    @Test
    func
        `the use of the new access token confirms nothing: 8 hours later the parent still brings the same refresh token`()
        async throws
    {
        let client = try await Client()
        let unsaved = try await client.refresh(client.first)
        try await client.use(unsaved.tokens)
        client.wait(.hours(8))

        let again = try await client.refresh(client.first)

        #expect(again.tokens.refreshToken == unsaved.tokens.refreshToken)
        try await client.use(again.tokens)
        #expect(try await client.reuse().isEmpty)
    }

    @Test func `a late repeat is recorded as a lost response in events and audit, and a race in events only`()
        async throws
    {
        let client = try await Client()
        _ = try await client.refresh(client.first)

        _ = try await client.refresh(client.first)
        #expect(try await client.audited(.refreshRepeated).isEmpty)
        client.wait(.hours(8))
        _ = try await client.refresh(client.first, address: "198.51.100.4")

        let entries = try await client.audited(.refreshRepeated)
        #expect(entries.count == 1)
        #expect(entries.first?["class"] == "lost_answer" && entries.first?["generation"] == "1", "\(entries)")
        #expect(entries.first?["address"] == "198.51.100.4", "\(entries)")
        let classes = try await client.events().map { event in
            event.content.attributes.first { $0.name == "refresh.class" }?.value
        }
        #expect(Set(classes) == [.text("race"), .text("lost_answer")])
    }

    @Test func `late repeats do not fill the audit`() async throws {
        let client = try await Client()
        _ = try await client.refresh(client.first)
        client.wait(.hours(8))

        for _ in 0..<20 { _ = try await client.refresh(client.first) }

        #expect(try await client.audited(.refreshRepeated).count == 10)
    }

    @Test func `a parent brings nothing once the session has ended, has expired or its owner is disabled`() async throws
    {
        let ended = try await Client()
        _ = try await ended.refresh(ended.first)
        try await ended.acme.services.sessions.end(ended.signedIn.session.id, grant: ended.acme.system.grant())
        #expect(await ended.failure(ended.first) == .session(.ended(.revokedByAdministrator)))

        let expired = try await Client()
        _ = try await expired.refresh(expired.first)
        expired.wait(.days(30))
        #expect(await expired.failure(expired.first) == .session(.expired))

        let disabled = try await Client()
        _ = try await disabled.refresh(disabled.first)
        _ = try await disabled.acme.services.users.disable(disabled.ada.id, grant: disabled.acme.system.grant())
        #expect(await disabled.failure(disabled.first) == .userDisabled)
    }

    @Test func `two that share a token are found when one of them is two generations behind`() async throws {
        let client = try await Client()
        let thief = try await client.refresh(client.first)
        client.wait(.hours(1))
        // The device of the thief looks like the owner's: both get the same successor, and the administrator sees it.
        let owner = try await client.refresh(client.first)
        #expect(owner.tokens.refreshToken == thief.tokens.refreshToken)
        #expect(try await client.audited(.refreshRepeated).count == 1)
        client.wait(.hours(1))
        let next = try await client.refresh(thief.tokens)
        client.wait(.hours(1))
        let later = try await client.refresh(next.tokens)
        client.wait(.minutes(5))

        #expect(await client.failure(owner.tokens) == .refreshToken(.alreadyUsed(.lostAnswer)))
        #expect(await client.failure(later.tokens) == .session(.ended(.refreshReuse)))
    }

    @Test func `a lost response is repeated to the same device on another network, and recorded each time`()
        async throws
    {
        let client = try await Client()
        let lost = try await client.refresh(client.first)

        let again = try await client.refresh(client.first, address: "198.51.100.4")
        _ = try await client.refresh(client.first)

        #expect(again.tokens.refreshToken == lost.tokens.refreshToken)
        let events = try await client.events()
        #expect(events.count == 2 && events.allSatisfy { $0.content.outcome == .success })
        #expect(events.allSatisfy { $0.content[.session] == client.signedIn.session.id.description })
        #expect(events.allSatisfy { $0.content.attributes.contains(EventAttribute("refresh.repeated", .bool(true))) })
    }

    @Test func `another device gets no lost answer, not even at once: it is theft`() async throws {
        let client = try await Client()
        let next = try await client.refresh(client.first)
        let thief = Device(model: "Pixel 9", userAgent: "okhttp/4.12")

        #expect(
            await client.failure(client.first, device: thief, address: "198.51.100.66")
                == .refreshToken(.alreadyUsed(.theft))
        )

        #expect(await client.failure(next.tokens) == .session(.ended(.refreshReuse)))
        #expect(try await client.reuse()["class"] == "theft")
        #expect(Set(try await client.events().map(\.code)).contains("refresh.reused"))
    }

    @Test func `a parent without the user agent of its app is theft`() async throws {
        let client = try await Client()
        let next = try await client.refresh(client.first)

        #expect(
            await client.failure(client.first, device: Device(), address: "198.51.100.66")
                == .refreshToken(.alreadyUsed(.theft))
        )
        #expect(await client.failure(next.tokens) == .session(.ended(.refreshReuse)))
    }

    @Test func `a thief who refreshes first and names no app is detected by the user's next refresh`() async throws {
        let client = try await Client()
        let stolen = try await client.refresh(client.first, device: Device(), address: "198.51.100.66")

        #expect(await client.failure(client.first) == .refreshToken(.alreadyUsed(.theft)))
        #expect(await client.failure(stolen.tokens) == .session(.ended(.refreshReuse)))
    }

    @Test func `an app that sends its model with the sign-in only gets a lost response again`() async throws {
        let client = try await Client()
        let quiet = Device(userAgent: "Acme/232 CFNetwork")
        let lost = try await client.refresh(client.first, device: quiet)

        #expect(try await client.refresh(client.first, device: quiet).tokens.refreshToken == lost.tokens.refreshToken)
    }

    @Test func `a session rotates sixty times a minute, then waits, and loses nothing`() async throws {
        let client = try await Client()
        var tokens = client.first
        for _ in 0..<60 { tokens = try await client.refresh(tokens).tokens }

        guard case .throttled? = await client.failure(tokens) else { throw AuthFailure.refreshToken(.malformed) }
        client.wait(.seconds(1))

        #expect(try await client.refresh(tokens).tokens.generation == 62)
    }

    @Test func `a thief who refreshes first is detected by the user's next refresh`() async throws {
        let client = try await Client()
        let stolen = try await client.refresh(client.first, device: Device(model: "Pixel 9", userAgent: "okhttp/4.12"))

        #expect(await client.failure(client.first) == .refreshToken(.alreadyUsed(.theft)))
        #expect(await client.failure(stolen.tokens) == .session(.ended(.refreshReuse)))
    }

    @Test func `of a thief an anonymous tenant writes down neither address nor the name of a device`() async throws {
        let client = try await Client()
        let next = try await client.refresh(client.first)
        try await client.use(next.tokens)
        try await client.acme.set {
            $0.isAnonymous = true
            $0.methods = [.anonymous]
        }
        let thief = Device(name: "Eve's phone", model: "Pixel 9", userAgent: "okhttp/4.12")

        #expect(
            await client.failure(client.first, device: thief, address: "198.51.100.66")
                == .refreshToken(.alreadyUsed(.theft))
        )

        let reuse = try await client.reuse()
        #expect(reuse["device"] == "Pixel 9" && reuse["address"] == nil, "\(reuse)")
    }

    @Test func `sixty malformed tokens are recorded, then rejected unread, and a valid one is always accepted`()
        async throws
    {
        let client = try await Client()
        let context = client.acme.context()
        for _ in 0..<60 {
            await #expect(throws: AuthFailure.refreshToken(.malformed)) {
                try await client.acme.services.refreshes.refresh("gh_r_x", in: context)
            }
        }

        let rejected = await #expect(throws: AuthFailure.self) {
            try await client.acme.services.refreshes.refresh("gh_r_x", in: context)
        }

        guard case .throttled? = rejected else { throw rejected ?? .refreshToken(.malformed) }
        await #expect(throws: AuthFailure.refreshToken(.malformed)) {
            try await client.acme.services.refreshes.refresh("gh_r_x", in: client.acme.context(address: "198.51.100.4"))
        }
        #expect(try await client.refresh(client.first).tokens.generation == 2)
        #expect(try await client.events().count == 61)
    }

    @Test func `an ended session is reported to the client each time, and not recorded`() async throws {
        let client = try await Client()
        try await client.acme.services.sessions.end(client.signedIn.session.id, grant: client.acme.system.grant())

        for _ in 0..<65 { #expect(await client.failure(client.first) == .session(.ended(.revokedByAdministrator))) }

        #expect(try await client.events().count == 60)
    }

    @Test(arguments: [Duration.milliseconds(60_001), .hours(8)])
    func `a minute after the successor's refresh token was used, its parent ends the session`(
        wait: Duration
    ) async throws {
        let reuse = RefreshReuse.lostAnswer
        let client = try await Client()
        let second = try await client.refresh(client.first)
        let third = try await client.refresh(second.tokens)
        client.wait(wait)

        #expect(await client.failure(client.first) == .refreshToken(.alreadyUsed(reuse)))
        #expect(await client.failure(third.tokens) == .session(.ended(.refreshReuse)))
        await #expect(throws: AuthFailure.self) { try await client.use(third.tokens) }
        #expect(try await client.reuse()["class"] == reuse.rawValue)
    }

    @Test(arguments: [Duration.zero, .milliseconds(10), .seconds(60)])
    func `until then the token before the parent brings the current successor`(wait: Duration) async throws {
        let client = try await Client()
        let second = try await client.refresh(client.first)
        let third = try await client.refresh(second.tokens)
        client.wait(wait)

        let late = try await client.refresh(client.first)

        #expect(late.tokens.refreshToken == third.tokens.refreshToken && late.repetition == .race)
        try await client.use(late.tokens)
        #expect(try await client.refresh(late.tokens).tokens.generation == 4)
        #expect(try await client.reuse().isEmpty)
    }

    @Test func `an older token ends the session at once`() async throws {
        let client = try await Client()
        let second = try await client.refresh(client.first)
        let third = try await client.refresh(second.tokens)
        let fourth = try await client.refresh(third.tokens)

        #expect(await client.failure(client.first) == .refreshToken(.alreadyUsed(.race)))
        #expect(await client.failure(fourth.tokens) == .session(.ended(.refreshReuse)))
    }

    @Test func `another device gets nothing for the token before the parent, not even at once`() async throws {
        let client = try await Client()
        let second = try await client.refresh(client.first)
        _ = try await client.refresh(second.tokens)
        let thief = Device(model: "Pixel 9", userAgent: "okhttp/4.12")

        #expect(
            await client.failure(client.first, device: thief, address: "198.51.100.66")
                == .refreshToken(.alreadyUsed(.theft))
        )
    }

    @Test func `repeats of a session are limited, and lose nothing`() async throws {
        let client = try await Client()
        let next = try await client.refresh(client.first)
        for _ in 0..<60 { _ = try await client.refresh(client.first) }

        guard case .throttled? = await client.failure(client.first) else { throw AuthFailure.refreshToken(.malformed) }
        // The current token is not kept out.
        #expect(try await client.refresh(next.tokens).tokens.generation == 3)
        client.wait(.seconds(1))

        #expect(try await client.refresh(next.tokens).isRepeated)
    }

    /// Two processes of an app, such as the app and its extension, wake at the same time and refresh twice. Each has
    /// the current token, or its parent because it lost the last response.
    @Test(arguments: [false, true], [false, true])
    func `two processes that refresh at once are never signed out`(
        isFirstBehind: Bool,
        isSecondBehind: Bool
    ) async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let ada = try await acme.add("Ada")
        let delays: [Duration] = [.zero, .milliseconds(10), .seconds(1), .seconds(10)]
        for (delay, later) in delays.flatMap({ delay in delays.map { (delay, $0) } }) {
            for isSwapped in [false, true] {
                let signedIn = try await acme.signIn(ada, device: Client.phone)
                let parent = try await acme.services.accessTokens.issue(
                    for: signedIn.session,
                    tenant: acme.tenant,
                    method: .password
                )
                let context = acme.context(device: Client.phone)
                func refresh(_ token: String) async throws -> String {
                    try await acme.services.refreshes.refresh(token, in: context).tokens.refreshToken
                }
                let current = try await refresh(parent.refreshToken)
                installation.clock.advance(by: .hours(1))

                var tokens = [isFirstBehind, isSecondBehind].map { $0 ? parent.refreshToken : current }
                tokens[0] = try await refresh(tokens[0])
                installation.clock.advance(by: delay)
                tokens[1] = try await refresh(tokens[1])
                installation.clock.advance(by: later)
                for place in isSwapped ? [1, 0] : [0, 1] {
                    tokens[place] = try await refresh(tokens[place])
                    installation.clock.advance(by: delay)
                }
                for token in tokens { _ = try await refresh(token) }
            }
        }
    }

    @Test func `an old token from another device is theft, and is written down`() async throws {
        let client = try await Client()
        let next = try await client.refresh(client.first)
        try await client.use(next.tokens)
        client.wait(.minutes(5))
        let thief = Device(model: "Pixel 9", userAgent: "okhttp/4.12")

        #expect(
            await client.failure(client.first, device: thief, address: "198.51.100.66")
                == .refreshToken(.alreadyUsed(.theft))
        )
        let reuse = try await client.reuse()
        #expect(reuse["class"] == "theft")
        #expect(reuse["device"] == "Pixel 9")
        #expect(reuse["address"] == "198.51.100.66")
        #expect(await client.failure(next.tokens) == .session(.ended(.refreshReuse)))
        #expect(try await client.reuse() == reuse)
    }

    @Test func `a token of a generation that has not begun does nothing`() async throws {
        let client = try await Client()
        let next = try await client.refresh(client.first)
        try await client.installation.control.write(.tenant(client.acme.tenant.id.uuid)) { transaction in
            let tenant = client.acme.tenant.id
            try transaction.execute("UPDATE session_refresh SET generation = 1 WHERE tenant_id = \(tenant)")
        }

        #expect(await client.failure(next.tokens) == .refreshToken(.unknown))
        #expect(try await client.refresh(client.first).tokens.refreshToken == next.tokens.refreshToken)
    }

    @Test func `a token that is not ours does nothing`() async throws {
        let client = try await Client()
        let globex = try await TestTenant("globex", in: client.installation)
        let own = client.first.refreshToken
        var guessed = Array(own.utf8)
        guessed[guessed.count - 2] =
            guessed[guessed.count - 2] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        let malformed = [
            "", "gh_r_", own.dropLast() + "", own + "A", " " + own, own.replacing("gh_r_", with: "gh_s_"),
            String(repeating: ".", count: 100_000),
        ]

        for text in malformed {
            await #expect(throws: AuthFailure.refreshToken(.malformed)) {
                try await client.acme.services.refreshes.refresh(text, in: client.acme.context())
            }
        }
        await #expect(throws: AuthFailure.refreshToken(.unknown)) {
            try await client.acme.services.refreshes.refresh(
                String(decoding: guessed, as: UTF8.self),
                in: client.acme.context()
            )
        }
        await #expect(throws: AuthFailure.refreshToken(.otherTenant)) {
            try await globex.services.refreshes.refresh(own, in: globex.context())
        }
        #expect(try await client.refresh(client.first).tokens.generation == 2)
    }

    @Test func `a session that ended otherwise says how`() async throws {
        let client = try await Client()
        try await client.acme.services.sessions.end(client.signedIn.session.id, grant: client.acme.system.grant())

        #expect(await client.failure(client.first) == .session(.ended(.revokedByAdministrator)))
        await #expect(throws: AuthFailure.session(.ended(.revokedByAdministrator))) {
            try await client.use(client.first)
        }
    }

    @Test func `a disabled user gets the reason, and can sign in again when the ban is over`() async throws {
        let client = try await Client()
        _ = try await client.acme.services.users.disable(client.ada.id, grant: client.acme.system.grant())
        #expect(await client.failure(client.first) == .userDisabled)

        _ = try await client.acme.services.users.enable(client.ada.id, grant: client.acme.system.grant())
        #expect(await client.failure(client.first) == .session(.ended(.userDisabled)))
    }

    @Test func `a refresh that was on its way when the successor's refresh token was used is no reuse`() async throws {
        let client = try await Client()
        let next = try await client.refresh(client.first)
        let receivedAt = client.installation.clock.now
        client.wait(.milliseconds(1))
        _ = try await client.refresh(next.tokens)

        let stored = try await client.installation.stores.refreshes.find(
            client.signedIn.session.id,
            in: client.acme.tenant.id
        )
        let state = try #require(stored?.refresh)
        #expect(state.verdict(on: 1, receivedAt: receivedAt, isSameDevice: true) == .again)
        #expect(state.verdict(on: 1, receivedAt: receivedAt, isSameDevice: false) == .reused)
        #expect(state.verdict(on: 1, receivedAt: receivedAt + .milliseconds(60_001), isSameDevice: true) == .again)
        #expect(state.verdict(on: 1, receivedAt: receivedAt + .milliseconds(60_002), isSameDevice: true) == .reused)
        #expect(state.verdict(on: 0, receivedAt: receivedAt, isSameDevice: true) == .reused)
    }

    @Test func `a database that is away decides nothing`() async throws {
        let client = try await Client()
        _ = try await client.refresh(client.first)
        try await client.installation.control.close()

        #expect(await client.failure(client.first) == .unavailable(retryAfter: .seconds(1)))
        await #expect(throws: AuthFailure.unavailable(retryAfter: .seconds(1))) {
            try await client.use(client.first)
        }
    }

    @Test func `a session that was not used for too long is over`() async throws {
        let client = try await Client()
        client.wait(.days(30))

        #expect(await client.failure(client.first) == .session(.expired))
    }

    @Test func `refreshes do not carry a session beyond its longest life`() async throws {
        let client = try await Client()
        var tokens = client.first
        for _ in 0..<8 {
            client.wait(.days(20))
            tokens = try await client.refresh(tokens).tokens
        }
        client.wait(.days(20))

        #expect(await client.failure(tokens) == .session(.expired))
    }

    @Test func `a suspended tenant is refused without losing its sessions`() async throws {
        let client = try await Client()
        let grant = try client.installation.installationGrant
        _ = try await client.acme.services.tenants.suspend(client.acme.tenant.id, grant: grant)

        #expect(await client.failure(client.first) == .session(.tenantSuspended))
        await #expect(throws: AuthFailure.session(.tenantSuspended)) { try await client.use(client.first) }

        _ = try await client.acme.services.tenants.activate(client.acme.tenant.id, grant: grant)
        #expect(try await client.refresh(client.first).tokens.generation == 2)
    }

    @Test func `no text of a token is stored`() async throws {
        let client = try await Client()
        let next = try await client.refresh(client.first)
        let token = try #require(RefreshToken(next.tokens.refreshToken))

        let bytes = try await client.installation.control.read(.installation("look")) { transaction in
            try transaction.rows("SELECT generation, key_version, method FROM session_refresh").map { "\($0)" }.joined()
        }
        #expect(!bytes.contains(Base64URL.encode(token.code)))
        #expect(!"\(token)".contains(Base64URL.encode(token.code)))
    }

    @Test func `after a restart the same rules hold`() async throws {
        let client = try await Client()
        let next = try await client.refresh(client.first)
        let node = client.installation.services()

        let again = try await node.refreshes.refresh(
            client.first.refreshToken,
            in: client.acme.context(device: Client.phone)
        )
        #expect(again.tokens.refreshToken == next.tokens.refreshToken)
        let third = try await node.refreshes.refresh(
            next.tokens.refreshToken,
            in: client.acme.context(device: Client.phone)
        )

        client.wait(.minutes(2))
        #expect(await client.failure(client.first) == .refreshToken(.alreadyUsed(.lostAnswer)))
        await #expect(throws: AuthFailure.session(.ended(.refreshReuse))) {
            try await node.refreshes.refresh(third.tokens.refreshToken, in: client.acme.context())
        }
    }

    @Test func `of two that begin the next generation from the same one, only the first does`() async throws {
        let client = try await Client()
        let refreshes = client.installation.stores.refreshes
        let rotation = RefreshRotation(session: client.signedIn.session, from: 1, at: client.installation.clock.now)

        #expect(try await refreshes.rotate(rotation, in: client.acme.tenant.id))
        #expect(try await !refreshes.rotate(rotation, in: client.acme.tenant.id))

        let access = try #require(try await refreshes.find(client.signedIn.session.id, in: client.acme.tenant.id))
        #expect(access.refresh.generation == 2)
    }

    @Test
    func
        `refreshes at once on several nodes, some answers lost and a node started anew, keep one family and everyone in`()
        async throws
    {
        let client = try await Client()
        let installation = client.installation
        let context = client.acme.context(device: Client.phone)
        var (nodes, current) = (
            [installation.services(), installation.services(), installation.services()], client.first.refreshToken
        )

        for round in 0..<8 {
            let shown = current
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<32 {
                    let services = nodes[number % nodes.count]
                    group.addTask { try await services.refreshes.refresh(shown, in: context).tokens.refreshToken }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(answers.count == 1, "round \(round)")
            // A client that repeats after a restart had lost the response, and gets the same one.
            nodes[round % nodes.count] = installation.services()
            let again = try await nodes[round % nodes.count].refreshes.refresh(shown, in: context)
            #expect(answers == [again.tokens.refreshToken])
            _ = try await nodes[0].authenticator.session(accessToken: again.tokens.accessToken, in: client.acme.tenant)
            current = again.tokens.refreshToken
            client.wait(.minutes(5))
        }

        let thief = client.acme.context(
            address: "198.51.100.66",
            device: Device(model: "Pixel 9", userAgent: "okhttp/4.12")
        )
        await #expect(throws: AuthFailure.refreshToken(.alreadyUsed(.theft))) {
            try await nodes[1].refreshes.refresh(client.first.refreshToken, in: thief)
        }
        await #expect(throws: AuthFailure.session(.ended(.refreshReuse))) {
            try await nodes[2].refreshes.refresh(current, in: context)
        }
    }
}
