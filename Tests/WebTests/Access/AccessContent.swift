import Crypto
import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// What a request of the matrix says besides its path: something that is valid, so that only who asks decides.
struct AccessContent {
    private(set) var query = ""
    private(set) var form: [(String, String)] = []
    private(set) var json: JSONValue?
    /// Query or body name a thing of a tenant.
    private(set) var namesThing = false
    /// The body names a tenant.
    private(set) var namesTenant = false

    /// That each tenant of the matrix has.
    private static let settingsVersion = "1"
    private static let appleVersion = String(TestClock().now.milliseconds)
    private static let appleKey = P256.Signing.PrivateKey().pemRepresentation

    init(_ route: RouteDescription, _ things: AccessThings, _ world: AccessWorld) {
        switch route.area {
        case .console: fillForm(route, things, world)
        case .management: fillManagement(route, things)
        case .auth: fillAuth(route, things)
        case .account where route.operation == "changeProfile": json = ["name": "Nora"]
        case .account where route.isWrite: json = [:]
        case .tokens where route.method == .post:
            form = [("token", things.token.text)]
            namesThing = true
        case .goTrue: fillGoTrue(route, things)
        case .ingest where route.method == .post:
            json = ["events": [["id": "a", "time": "2026-11-21T08:59:00Z", "stage": "refresh", "outcome": "failed"]]]
        case .apple where route.operation == "finishAppleSignIn": form = [("state", "none")]
        case .apple: json = ["payload": "a.b.c"]
        case .account, .ingest, .operations, .tokens: break
        }
    }

    private mutating func naming(_ query: String) {
        self.query = query
        namesThing = true
    }

    private mutating func fillForm(_ route: RouteDescription, _ things: AccessThings, _ world: AccessWorld) {
        let user = [("name", "Nora"), ("email", "nora@new.example")]
        switch "\(route)" {
        case "POST /sign-in":
            form = [("email", "member.admin@\(world.own.slug).example"), ("password", TestTenant.password)]
        case "POST /setup/{link}", "POST /invitations/{link}":
            form =
                [("name", "Nora"), ("password", TestTenant.password)]
                + (route.path.hasPrefix("/setup") ? [("email", "nora@new.example")] : [])
        case "POST /proof": form = [("password", TestTenant.password)]
        case "POST /account/second-factor/change": form = [("code", "123456"), ("wish", "removal")]
        case "POST /t/{tenant}/keys/signing/replacement": form = [("kid", "seen")]
        case "POST /theme": form = [("theme", "dark")]
        case "POST /language": form = [("language", "fr")]
        case "POST /enter":
            form = [("tenant", things.slug)]
            namesTenant = true
        case "POST /tenants": form = [("name", "Initech"), ("slug", "initech")]
        case "POST /tenants/{tenant}/name": form = [("name", "Renamed")]
        case "POST /tenants/{tenant}/hosts": form = [("host", "new.example")]
        case "POST /t/{tenant}/users": form = user + [("role", "customer"), ("password", TestTenant.password)]
        case "POST /t/{tenant}/invitations": form = user + [("role", "customer")]
        case "POST /t/{tenant}/users/{user}/profile": form = user
        case "POST /t/{tenant}/users/{user}/role", "POST /t/{tenant}/members/{user}/role": form = [("role", "driver")]
        case "POST /t/{tenant}/roles": form = [("name", "courier"), ("title", "Courier"), ("rank", "5")]
        case "POST /t/{tenant}/roles/{role}/edit": form = [("title", "Courier"), ("rank", "5")]
        case "POST /t/{tenant}/codes/{code}": form = [("note", "Ask iOS.")]
        case "POST /t/{tenant}/views":
            form = [("view_name", "New"), ("shared", "yes")]
        case "POST /t/{tenant}/views/{view}":
            form = [("view_name", "New"), ("shared", "yes"), ("version", "1")]
        case "POST /t/{tenant}/error-codes": form = [("domain", "MyApp"), ("treat_as", "net.dns")]
        case "POST /t/{tenant}/error-codes/{rule}/removal": form = [("version", "1")]
        case "POST /t/{tenant}/keys": form = [("name", "New"), ("kind", "ingest")]
        case "POST /t/{tenant}/sessions/ending":
            form = [("user", things.user.description)]
            namesThing = true
        case "POST /t/{tenant}/failures/changes":
            form = [("failures", "\(things.failure).0"), ("action", "resolve")]
            namesThing = true
        case "POST /t/{tenant}/failures/{failure}/changes": form = [("version", "0"), ("action", "resolve")]
        case "POST /t/{tenant}/failures/{failure}/comments": form = [("text", "Noted.")]
        case "POST /t/{tenant}/settings":
            form = [
                ("methods", "password"), ("sign_up", "open"), ("dialect", "both"), ("version", Self.settingsVersion),
            ]
        case "POST /t/{tenant}/settings/apple/rules":
            form = [("require_nonce", "on"), ("apple_account_deleted", "keep"), ("version", Self.settingsVersion)]
        case "POST /t/{tenant}/settings/apple":
            form =
                [
                    ("team_id", "7F4XK2QW9B"), ("key_id", "8K2LM4NP6Q"), ("client_ids", "com.example.app"),
                    ("version", Self.appleVersion),
                ]
                + [("private_key", Self.appleKey)]
        case "POST /t/{tenant}/settings/sessions":
            form =
                [("idle", "9"), ("absolute", "9"), ("access_token", "9"), ("version", Self.settingsVersion)]
                + [
                    ("idle_unit", "days"), ("absolute_unit", "days"), ("access_token_unit", "minutes"),
                    ("sessions_per_person", "9"), ("session_limit_action", "end_oldest"),
                ]
        case "POST /t/{tenant}/settings/events":
            form = [
                ("event_retention_days", "9"), ("event_storage_bytes", "0"), ("version", Self.settingsVersion),
            ]
        case "POST /t/{tenant}/settings/texts":
            form = [("code", "a"), ("language", "fr"), ("text", "A"), ("version", Self.settingsVersion)]
        case "POST /t/{tenant}/settings/texts/removal":
            form = [("code", "a"), ("language", "fr"), ("version", Self.settingsVersion)]
        case "POST /t/{tenant}/settings/new-people":
            form = [("name", "a"), ("kind", "text"), ("value", "A"), ("version", Self.settingsVersion)]
        case "POST /t/{tenant}/settings/new-people/removal": form = [("name", "a"), ("version", Self.settingsVersion)]
        case "POST /t/{tenant}/settings/language":
            form = [("tenant_language", "fr"), ("version", Self.settingsVersion)]
        case "GET /t/{tenant}/events/deletion": naming("?user=\(things.user)")
        case "POST /t/{tenant}/events/deletion":
            form = [("user", things.user.description)]
            namesThing = true
        case "GET /t/{tenant}/find": naming("?q=\(things.user)")
        case "GET /t/{tenant}/sessions", "GET /t/{tenant}/sessions/ending", "GET /t/{tenant}/events",
            "GET /t/{tenant}/attempts":
            naming("?user=\(things.user)")
        case "GET /t/{tenant}/releases/release": naming("?version=\(things.release)")
        case "GET /t/{tenant}/audit": naming("?target=\(things.user)")
        default: break
        }
    }

    private mutating func fillManagement(_ route: RouteDescription, _ things: AccessThings) {
        let role: JSONObject = ["title": "Courier", "rank": 5, "permissions": []]
        let user: JSONObject = ["name": "Nora", "email": "nora@new.example", "role": "customer"]
        switch route.operation {
        case "createTenant": json = ["slug": "initech", "name": "Initech"]
        case "updateTenantSettings": json = ["require_nonce": true]
        case "setAppleSettings":
            json = [
                "team_id": "7F4XK2QW9B", "key_id": "ABCDE12345", "private_key": .string(Self.appleKey),
                "client_ids": ["com.example.app"],
            ]
        case "checkApple": json = [:]
        case "updateTenant": json = ["name": "Renamed"]
        case "createUser", "inviteUser": json = .object(user)
        case "createUserLink": json = ["purpose": "reset_password"]
        case "updateUser": json = ["name": "Nora"]
        case "assignRole": json = ["role": "driver"]
        case "createRole": json = .object(JSONObject([("name", "courier")] + role.map { ($0.name, $0.value) }))
        case "replaceRole": json = .object(role)
        case "replaceCodeNote": json = ["note": "Ask iOS."]
        case "createView", "replaceView": json = ["name": "New", "shared": true]
        case "tailEvents": naming("?seconds=0&user=\(things.user)")
        case "createCauseRule", "replaceCauseRule": json = ["domain": "MyApp", "treat_as": "net.dns"]
        case "createKey": json = ["name": "New", "kind": "ingest"]
        case "changeFailures":
            json = ["failures": [.string(things.failure.description)], "action": "resolve"]
            namesThing = true
        case "changeFailure": json = ["version": 0, "action": "resolve"]
        case "commentOnFailure": json = ["text": "Noted."]
        case "revokeSessions":
            json = ["user": .string(things.user.description)]
            namesThing = true
        case "eraseEvents":
            json = ["user": .string(things.user.description)]
            namesThing = true
        case "countEvents": naming("?by=outcome&user=\(things.user)")
        case "listSessions", "listEvents", "listAttempts", "exportEvents", "getEventHistogram", "compareEvents":
            naming("?user=\(things.user)")
        case "listAuditEntries": naming("?target=\(things.user)")
        default: break
        }
    }

    private mutating func fillGoTrue(_ route: RouteDescription, _ things: AccessThings) {
        if route.operation == "goTrueFollow" { query = "?token=\(things.emailLink.text)" }
        if route.operation == "goTrueAuthorize" { query = "?provider=apple" }
        guard route.isWrite else { return }
        let user: JSONObject = ["email": "nora@new.example", "password": .string(TestTenant.password)]
        switch route.operation {
        case "goTrueToken":
            query = "?grant_type=password"
            json = ["email": "member.customer@acme.example", "password": .string(TestTenant.password)]
        case "goTrueSignUp", "goTrueCreateUser": json = .object(user)
        case "goTrueRecover", "goTrueOTP", "goTrueMagicLink": json = ["email": "nora@new.example"]
        case "goTrueResend": json = ["type": "signup", "email": "nora@new.example"]
        case "goTrueVerify":
            json = ["type": "signup", "token_hash": .string(things.emailLink.text)]
            namesThing = true
        case "goTrueGenerateLink": json = ["type": "magiclink", "email": "nora@new.example"]
        case "goTrueInvite", "goTrueInviteAlias": json = ["email": "nora@new.example"]
        case "goTrueUpdateUser": json = ["data": ["full_name": "Nora"]]
        case "goTrueReviseUser": json = ["user_metadata": ["full_name": "Nora"]]
        default: json = [:]
        }
    }

    private mutating func fillAdministration(_ route: RouteDescription, _ things: AccessThings) {
        let user = JSONValue.string(things.user.description)
        namesThing = !["betterAuthCreateUser", "betterAuthHasPermission"].contains(route.operation)
        json =
            switch route.operation {
            case "betterAuthCreateUser": ["name": "Nora", "email": "nora@new.example"]
            case "betterAuthHasPermission": ["permissions": ["user": ["list"]]]
            case "betterAuthReviseUser": ["userId": user, "data": ["name": "Nora"]]
            case "betterAuthSetRole": ["userId": user, "role": "driver"]
            case "betterAuthSetUserPassword": ["userId": user, "newPassword": "another horse battery"]
            case "betterAuthRevokeUserSession": ["sessionToken": .string(things.session.description)]
            default: ["userId": user]
            }
    }

    private mutating func fillAuth(_ route: RouteDescription, _ things: AccessThings) {
        if route.operation == "betterAuthGetUser" { naming("?id=\(things.user)") }
        if route.operation == "betterAuthVerifyEmail" { naming("?token=\(things.emailLink.text)&callbackURL=/") }
        guard route.method == .post else { return }
        guard route.authentication != .appAdministrator else { return fillAdministration(route, things) }
        switch route.path {
        case "/api/auth/update-user": json = ["name": "Nora"]
        case "/api/auth/unlink-account": json = ["providerId": "apple"]
        case "/api/auth/sign-up", "/api/auth/sign-up/email":
            json = ["name": "Nora", "email": "nora@new.example", "password": .string(TestTenant.password)]
        case "/api/auth/sign-in", "/api/auth/sign-in/email":
            json = ["email": .string("member.customer@acme.example"), "password": .string(TestTenant.password)]
        case "/api/auth/link-social": json = ["provider": "apple", "idToken": ["token": "a.b.c"]]
        case "/api/auth/sign-in/social": json = ["provider": "apple", "idToken": ["token": "a.b.c"]]
        case "/api/auth/request-password-reset", "/api/auth/forget-password", "/api/auth/send-verification-email":
            json = ["email": "nora@new.example"]
        case "/api/auth/verify-email":
            json = ["token": .string(things.emailLink.text)]
            namesThing = true
        case "/api/auth/reset-password":
            json = ["newPassword": "another horse battery", "token": .string(things.resetLink.text)]
            namesThing = true
        case "/api/auth/change-password":
            json = ["newPassword": "another horse battery", "currentPassword": .string(TestTenant.password)]
        case "/api/auth/change-email":
            json = ["newEmail": "nora@new.example", "password": .string(TestTenant.password)]
        case "/api/auth/multi-session/set-active", "/api/auth/multi-session/revoke":
            json = ["sessionToken": .string(things.session.description)]
            namesThing = true
        case "/api/auth/revoke-session":
            json = ["token": .string(things.session.description)]
            namesThing = true
        default: json = [:]
        }
    }
}
