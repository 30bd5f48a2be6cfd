import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// One request of the matrix: a route with its parameters filled in, something valid in its body, and a caller's
/// credential.
struct AccessRequest: Sendable {
    let method: HTTPRequest.Method
    let path: String
    private(set) var headers: HTTPFields = [:]
    private(set) var body = ""

    /// Whether the form of a console's route has the token of its page.
    enum FormToken { case right, missing }

    init(
        _ route: RouteDescription,
        _ aim: AccessAim,
        of caller: AccessCaller,
        in world: AccessWorld,
        _ console: Console,
        token: FormToken = .right
    ) async throws {
        let things = world.things(aim)
        let content = AccessContent(route, things, world)
        method = route.method
        let place = AccessPath(route.path).filled(route, things, world)
        path = place + content.query
        let credential = world.credential(of: caller)
        switch route.area {
        case .console:
            let holder = present(credential, asCookieOf: console)
            guard route.method == .post else { return }
            let hidden =
                token == .right ? [(FormTokens.field, console.tokens.token(for: place, holder: holder(route)))] : []
            headers[.origin] = console.address.origin
            headers[.contentType] = "application/x-www-form-urlencoded"
            body = Self.encoded(hidden + content.form + (try await code(for: credential, route, console)))
        case .management:
            if let credential, credential.prefix.isOfBrowsers {
                _ = present(credential, asCookieOf: console)
            } else {
                bear(credential)
            }
        case .account, .auth, .goTrue: presentToApp(credential, of: things, caller)
        case .ingest, .operations: bear(credential)
        case .tokens, .apple:
            bear(credential)
            headers[.contentType] = "application/x-www-form-urlencoded"
            body = Self.encoded(content.form)
        }
        guard route.area != .console, let json = content.json else { return }
        headers[.contentType] = "application/json"
        body = String(decoding: json.serialized(), as: UTF8.self)
    }

    /// What an app with the seed of the session would show.
    private func code(
        for credential: Credential?,
        _ route: RouteDescription,
        _ console: Console
    ) async throws -> [(String, String)] {
        guard route.path == ConsolePaths.secondFactor, let credential,
            let consoleUser = try await console.services.console.authenticationState(credential.text)?.consoleUser
        else { return [] }
        let seed = console.services.secondFactors.seed(for: consoleUser, session: credential.text)
        return [("code", TOTP.text(seed.bytes, step: TOTP.step(at: console.now)))]
    }

    private static func encoded(_ form: [(String, String)]) -> String {
        form.map { "\(PageAddress.encoded($0))=\(PageAddress.encoded($1))" }.joined(separator: "&")
    }

    private mutating func bear(_ credential: Credential?) {
        if let credential { headers[.authorization] = "Bearer \(credential.text)" }
    }

    /// Whatever the credential is, it is tried as the console's cookie, from a page of ours.
    /// - Returns: what form tokens are bound to.
    private mutating func present(
        _ credential: Credential?,
        asCookieOf console: Console
    ) -> (RouteDescription) -> String {
        let browserSecret = Base64URL.encode([UInt8](repeating: 9, count: 32))
        func named(_ name: String, _ value: String) -> String {
            "\(SetCookie.fullName(name, isSecure: console.address.isSecure))=\(value)"
        }
        let cookies =
            [named(ConsoleCookie.signIn, browserSecret)]
            + (credential.map { [named(ConsoleCookie.session, $0.text)] } ?? [])
        headers[.cookie] = cookies.joined(separator: "; ")
        headers[.secFetchSite] = "same-origin"
        return { $0.authentication == .none ? browserSecret : credential?.text ?? browserSecret }
    }

    /// An app names its tenant by the publishable key, which is no secret: a signed-in user can send that of any
    /// tenant.
    private mutating func presentToApp(_ credential: Credential?, of things: AccessThings, _ caller: AccessCaller) {
        switch caller {
        case .anonymous: break
        case .key(.publishable): headers[.apiKey] = things.publishableKey.text
        case .key: if let credential { headers[.apiKey] = credential.text }
        case .session, .operator:
            headers[.apiKey] = things.publishableKey.text
            bear(credential)
        }
    }

    /// All that the client itself wrote.
    var text: String { "\(path) \(headers.map(\.value)) \(body)" }
}

extension Credential.Prefix {
    fileprivate var isOfBrowsers: Bool { self == .consoleSession || self == .operatorSession }
}
