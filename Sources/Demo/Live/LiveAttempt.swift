import Crypto
import Domain
import FakeApple
import Foundation
import NIOHTTP1
import StrictJSON

/// One attempt of one phone, with the requests that it sends and the events that it reports.
struct LiveAttempt {
    private let traffic: DemoTraffic
    private var random: SeededRandom
    private let now = SystemContext.system.now
    /// The requests without the answer that they should get.
    var failed = 0

    init(_ traffic: DemoTraffic, _ random: SeededRandom) {
        self.traffic = traffic
        self.random = random
    }

    mutating func run() async throws {
        switch random.fraction() {
        case ..<0.3: try await signIn()
        case ..<0.36: try await mistypePassword()
        case ..<0.39: try await sendWrongNonce()
        case ..<0.7: if let session = traffic.take(&random) { try await use(session) } else { try await signIn() }
        default: try await report()
        }
    }

    private mutating func pickApp() -> LiveApp {
        random.pick(traffic.apps.map { (element: $0, weight: $0.tenant.app.share) })
    }

    // MARK: Sign-in

    private mutating func signIn() async throws {
        let app = pickApp()
        guard let (session, user) = app.phone(of: app.all, &random) else { return }
        let sender = sender(session, of: app)
        var attempt = confirmed(by: session, of: app)
        let began = now()
        let call =
            user.appleSubject == nil
            ? passwordCall(DemoApp.password, of: user, attempt.trace, by: sender)
            : try appleCall(of: user, attempt.trace, by: sender)
        let answer = try await traffic.phone.send(call, by: sender)
        let took = took(since: began, &attempt)
        guard answer.isGood else {
            // Disabled meanwhile, for example.
            if !answer.isRejection { failed += 1 }
            attempt.phone(.tokenExchange, .rejected, error: DemoErrors.answered(answer.status), took: took)
            return try await send(attempt, by: sender)
        }
        let id = (answer.body["user"]?["id"]?.stringValue).flatMap { User.ID($0) }
        attempt.user = id
        attempt.phone(.tokenExchange, .success, took: took)
        attempt.phone(.sessionStore, .success, took: 3...30)
        try await send(attempt, by: sender)
        guard let token = (answer.body["token"] ?? answer.body["access_token"])?.stringValue else {
            failed += 1
            return
        }
        let refreshToken = answer.body["refresh_token"]?.stringValue
        traffic.keep(LiveSession(app: app, session: session, user: id, token: token, refreshToken: refreshToken))
    }

    /// - Parameter claim: the nonce in Apple's token; the right one without it.
    private func appleCall(
        of user: DemoUser,
        _ attempt: TraceID,
        by sender: DemoPhoneClient.Sender,
        claim: String? = nil
    ) throws -> DemoPhoneClient.Call {
        guard let subject = user.appleSubject else { preconditionFailure("a user with a password") }
        let app = sender.tenant.app
        let nonce = sender.session.installation + attempt.description
        let digest = Hexadecimal.encode(Array(SHA256.hash(data: Data(nonce.utf8))))
        let token = try traffic.apple.identityToken(
            of: FakeUser(subject: subject, email: user.email),
            for: app.clientID,
            nonce: claim ?? digest
        )
        return switch app.dialect {
        case .betterAuth:
            DemoPhoneClient.Call(
                path: "/api/auth/sign-in/social",
                body: ["provider": "apple", "idToken": ["token": .string(token), "nonce": .string(nonce)]],
                attempt: attempt
            )
        case .gotrue:
            DemoPhoneClient.Call(
                path: "/auth/v1/token?grant_type=id_token",
                body: ["provider": "apple", "id_token": .string(token), "nonce": .string(nonce)],
                attempt: attempt
            )
        }
    }

    private func passwordCall(
        _ password: String,
        of user: DemoUser,
        _ attempt: TraceID,
        by sender: DemoPhoneClient.Sender
    ) -> DemoPhoneClient.Call {
        guard let email = user.email else { preconditionFailure("a user with a password has an email address") }
        return DemoPhoneClient.Call(
            path: sender.tenant.app.dialect == .betterAuth
                ? "/api/auth/sign-in/email" : "/auth/v1/token?grant_type=password",
            body: ["email": .string(email), "password": .string(password)],
            attempt: attempt
        )
    }

    private mutating func mistypePassword() async throws {
        let app = random.pick(traffic.apps.filter(\.tenant.app.hasPasswords))
        guard let (session, user) = app.phone(of: app.withPassword, &random) else { return }
        let sender = sender(session, of: app)
        var attempt = confirmed(by: session, of: app)
        let began = now()
        // Always another one: the same one at many accounts would be an attack.
        let mistyped = "\(DemoApp.password)\(random.number(in: 0...999_999))"
        let answer = try await traffic.phone.send(
            passwordCall(mistyped, of: user, attempt.trace, by: sender),
            by: sender
        )
        if !answer.isRejection { failed += 1 }
        let took = took(since: began, &attempt)
        attempt.phone(.tokenExchange, .rejected, error: DemoErrors.wrongPassword, took: took)
        try await send(attempt, by: sender)
    }

    /// What went wrong in the history until now goes on.
    private mutating func sendWrongNonce() async throws {
        let app = random.pick(traffic.apps.filter { DemoIncident.wrongNonce.apps.contains($0.tenant.app) })
        guard let (session, user) = app.phone(of: app.withApple, &random) else { return }
        let sender = sender(session, of: app)
        var attempt = confirmed(by: session, of: app)
        let began = now()
        let call = try appleCall(of: user, attempt.trace, by: sender, claim: "0")
        let answer = try await traffic.phone.send(call, by: sender)
        if !answer.isRejection { failed += 1 }
        let took = took(since: began, &attempt)
        attempt.phone(.tokenExchange, .failed, error: DemoErrors.wrongNonce, took: took)
        try await send(attempt, by: sender)
    }

    /// An attempt whose user has just confirmed: it began as long ago as that took.
    private mutating func confirmed(by session: DemoSession, of app: LiveApp) -> DemoAttempt {
        let now = now()
        let start = app.tenant.history.attempt(by: session, at: now, &random)
        var whole = start
        whole.begin()
        whole.askForCredential()
        var attempt = start
        attempt.time = now - whole.time.since(now)
        attempt.begin()
        attempt.askForCredential()
        return attempt
    }

    // MARK: Sessions

    private mutating func use(_ live: LiveSession) async throws {
        var live = live
        let sender = sender(live.session, of: live.app)
        var attempt = live.app.tenant.history.attempt(by: live.session, at: now(), &random)
        attempt.user = live.user
        let isGoTrue = sender.tenant.app.dialect == .gotrue
        let began = now()
        if random.chance(0.15) {
            let path = isGoTrue ? "/auth/v1/logout?scope=local" : "/api/auth/sign-out"
            let call = DemoPhoneClient.Call(path: path, body: [:], token: live.token, attempt: attempt.trace)
            let answer = try await traffic.phone.send(call, by: sender)
            if !answer.isGood, !answer.isRejection { failed += 1 }
            return
        }
        let answer: DemoPhoneClient.Answer
        let stage: Stage
        if let token = live.refreshToken, random.chance(0.4) {
            stage = .refresh
            let call = DemoPhoneClient.Call(
                path: "/auth/v1/token?grant_type=refresh_token",
                body: ["refresh_token": .string(token)],
                attempt: attempt.trace
            )
            answer = try await traffic.phone.send(call, by: sender)
            live.token = answer.body["access_token"]?.stringValue ?? live.token
            live.refreshToken = answer.body["refresh_token"]?.stringValue ?? token
        } else {
            stage = .apiUse
            let path = isGoTrue ? "/auth/v1/user" : "/api/auth/get-session"
            let call = DemoPhoneClient.Call(method: .GET, path: path, token: live.token, attempt: attempt.trace)
            answer = try await traffic.phone.send(call, by: sender)
        }
        if !answer.isGood, !answer.isRejection { failed += 1 }
        let took = took(since: began, &attempt)
        attempt.phone(stage, answer.isGood ? .success : .failed, took: took)
        try await send(attempt, by: sender)
        // An administrator may have ended the session.
        if answer.isGood { traffic.keep(live) }
    }

    // MARK: Events

    /// Reports what needs no request to the server.
    private mutating func report() async throws {
        let app = pickApp()
        guard let (session, _) = app.phone(of: app.all, &random) else { return }
        let events = app.tenant.history.liveEvents(of: session, endingBefore: now(), &random)
        failed += try await traffic.phone.send(events, at: now(), by: sender(session, of: app))
    }

    private mutating func send(_ attempt: DemoAttempt, by sender: DemoPhoneClient.Sender) async throws {
        failed += try await traffic.phone.send(attempt.events.map(\.content), at: now(), by: sender)
    }

    private func sender(_ session: DemoSession, of app: LiveApp) -> DemoPhoneClient.Sender {
        .init(
            tenant: app.tenant,
            session: session,
            release: app.tenant.history.release(of: session, at: now())
        )
    }

    /// Sets the attempt back to when the request was sent, because a step ends when it is reported.
    /// - Returns: the milliseconds that the request took.
    private func took(since began: Timestamp, _ attempt: inout DemoAttempt) -> ClosedRange<Int> {
        attempt.time = began
        let milliseconds = Int(now().since(began).wholeMilliseconds)
        return milliseconds...milliseconds
    }
}
