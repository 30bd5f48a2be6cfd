import Domain
import Foundation
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct AccessTests {
    private func walk() async throws -> AccessWalk { try await AccessWalk.whole.value }

    @Test func `everyone gets from every route what the matrix says`() async throws {
        let found = AccessMatrix(try await walk())

        if ProcessInfo.processInfo.environment["GATEHOUSE_UPDATE_MATRIX"] == "1" {
            try Data(found.text.utf8).write(to: AccessMatrix.file)
        }

        let stored = AccessMatrix(parsing: try String(contentsOf: AccessMatrix.file, encoding: .utf8))
        for name in Set(found.blocks.keys).union(stored.blocks.keys).sorted() {
            #expect(found.blocks[name] == stored.blocks[name], "\(name)")
        }
    }

    @Test func `without a credential there are only the public routes`() async throws {
        let walk = try await walk()

        let open = Set(walk.cells.filter { $0.caller == .anonymous && $0.isAdmitted }.map { "\($0.route)" })
        // One for each path of this interface.
        let preflights = walk.routes.filter { $0.area == .auth && $0.method == .options }.map { "\($0)" }

        #expect(
            open.subtracting(preflights) == [
                "GET /assets/{asset}", "GET /sign-in", "POST /sign-in", "GET /sign-in/code", "POST /sign-in/code",
                "GET /sign-in/apple", "GET /help/codes", "GET /help/codes/{code}", "GET /api/v1/codes",
                "GET /api/v1/codes/{code}",
                "GET /setup/{link}",
                "POST /setup/{link}",
                "GET /invitations/{link}",
                "POST /invitations/{link}", "GET /links/{link}", "POST /links/{link}", "GET /links/stop/{link}",
                "POST /links/stop/{link}",
                "GET /auth/v1/verify", "GET /healthz", "GET /readyz",
                "GET /api/health", "GET /api/auth/ok", "GET /openapi.json",
                "GET /t/{tenant}/.well-known/jwks.json", "GET /t/{tenant}/.well-known/openid-configuration",
                "GET /auth/v1/health", "OPTIONS /auth/v1/settings", "OPTIONS /auth/v1/signup", "OPTIONS /auth/v1/token",
                "OPTIONS /auth/v1/user", "OPTIONS /auth/v1/user/identities/authorize",
                "OPTIONS /auth/v1/user/identities/{identity}", "OPTIONS /auth/v1/logout", "OPTIONS /auth/v1/recover",
                "OPTIONS /auth/v1/otp",
                "OPTIONS /auth/v1/magiclink", "OPTIONS /auth/v1/resend", "OPTIONS /auth/v1/verify",
                "OPTIONS /auth/v1/reauthenticate",
                "POST /t/{tenant}/apple/notifications", "OPTIONS /ingest/v1/events", "OPTIONS /v1/ingest/auth-events",
                "OPTIONS /v1/logs", "OPTIONS /v1/traces", "OPTIONS /api/{project}/otlp/v1/logs",
                "OPTIONS /api/{project}/otlp/v1/traces", "OPTIONS /api/{project}/envelope",
                "OPTIONS /api/{project}/store",
            ]
        )
        #expect(
            Set(walk.routes.filter { $0.authentication == .none }.map { "\($0)" })
                == open.union([
                    "POST /t/{tenant}/apple/callback", "POST /sign-in/apple", "GET /metrics",
                    "GET /.well-known/jwks.json",
                    "GET /.well-known/openid-configuration",
                ])
        )
    }

    @Test func `pages of other origins may ask for every route of Better Auth's interface`() async throws {
        let routes = try await walk().routes.filter { $0.area == .auth }
        let preflights = routes.filter { $0.method == .options }

        #expect(preflights.count > 30 && Set(preflights.map(\.path)) == Set(routes.map(\.path)))
        #expect(preflights.count == Set(preflights.map(\.path)).count)
    }

    @Test func `only callers with the permission of a route are admitted`() async throws {
        for cell in try await walk().cells(.nothing, .own) where cell.route.authentication != .none {
            switch AccessRule.admission(of: cell.caller, to: cell.route) {
            // No session is an impersonation here; an Apple Account is linked already; and for a member a session
            // of the app adds no sign-in method.
            case .admitted
            where cell.route.path.hasPrefix("/api/auth/multi-session/")
                || cell.route.path.hasPrefix("/auth/v1/user/identities/"):
                // It is switched off; and an identity of another user is not one's own.
                #expect(cell.status == 404, "\(cell.description): \(cell.answer)")
            case .admitted where cell.route.path == "/api/auth/admin/stop-impersonating":
                #expect(cell.status == 400, "\(cell.description): \(cell.answer)")
            case .admitted where cell.route.path == "/api/auth/link-social":
                let status = AccessRule.entersConsole(cell.caller) ? 403 : 409
                #expect(cell.status == status, "\(cell.description): \(cell.answer)")
            // Someone else's shared view.
            case .admitted
            where cell.route.path.contains("/views/{view}") && cell.route.method != .get
                && !cell.caller.permissions.contains(.manageSettings):
                #expect(cell.status == 403, "\(cell.description): \(cell.answer)")
            case .admitted: #expect(cell.isAdmitted, "\(cell.description): \(cell.answer)")
            case .rejected: #expect(cell.status == 403, "\(cell.description): \(cell.text)")
            case .unknown:
                let isRejected = cell.mustSignIn || cell.isRejectedByGoTrue || [400, 401].contains(cell.status)
                #expect(isRejected, "\(cell.description): \(cell.text)")
            }
        }
    }

    @Test func `every answer is as the API description says`() async throws {
        for cell in try await walk().cells { #expect(cell.problems == [], "\(cell.description)") }
    }

    @Test func `a key opens no area but its own`() async throws {
        let areas: [APIKey.Kind: Set<RouteDescription.Area>] = [
            .publishable: [.auth, .goTrue], .ingest: [.ingest], .secret: [.management, .tokens, .goTrue],
        ]

        for cell in try await walk().cells where cell.route.authentication != .none {
            guard case .key(let kind) = cell.caller, areas[kind]?.contains(cell.route.area) != true else { continue }
            if kind == .secret, cell.route.authentication == .appAdministrator { continue }
            #expect(!cell.isAdmitted, "\(cell.description): \(cell.text)")
        }
    }

    @Test func `a tenant is not found for callers of another tenant`() async throws {
        let areas: [RouteDescription.Area] = [.console, .management]

        for cell in try await walk().cells(.foreign, .absent)
        where areas.contains(cell.route.area) && cell.route.path.contains("{tenant}") {
            guard cell.caller != .operator || cell.aim == .absent else { continue }
            let admission = AccessRule.admission(of: cell.caller, to: cell.route)
            if admission == .unknown {
                #expect(cell.mustSignIn || cell.status == 401, "\(cell.description): \(cell.text)")
            } else if cell.route.authentication == .operator, admission == .rejected {
                #expect(cell.status == 403, "\(cell.description): \(cell.text)")
            } else {
                #expect(cell.status == 404, "\(cell.description): \(cell.text)")
            }
        }
    }

    @Test func `a resource of another tenant cannot be distinguished from a missing one`() async throws {
        let walk = try await walk()
        // Which publishable keys are good is no secret, nor are the public keys of a tenant, and neither is which host
        // name has an owner, for an operator.
        let tenants = walk.pairs(.foreign, .absent).filter {
            ![.account, .auth, .goTrue].contains($0.0.route.area) && $0.0.route.authentication != .none
                && $0.0.caller != .operator
        }
        let things = walk.pairs(.foreignThing, .absentThing).filter {
            !($0.0.route.path.contains("{host}") && $0.0.caller == .operator)
        }

        try #require(tenants.count > 500 && things.count > 500)
        for (foreign, absent) in tenants + things {
            let isSame = foreign.answer == absent.answer
            #expect(isSame, "\(foreign.description): \(foreign.answer)\n\nagainst\n\n\(absent.answer)")
        }
    }

    @Test func `no response contains data of another tenant`() async throws {
        let walk = try await walk()
        let secrets = [AccessWorld.mark] + walk.world.foreign.texts.map(\.text)

        for cell in walk.cells where cell.caller != .operator {
            // A holder of a user's one-time link and of the app's key signs in as the user, or confirms the address.
            if ["goTrueVerify", "betterAuthUseVerification"].contains(cell.route.operation), cell.aim == .foreign {
                continue
            }
            // Who has an app's publishable key may know where its tokens come from, and where Apple's page leads back
            // to.
            let isIssuer = ["goTrueIssuer", "goTrueAuthorize"].contains(cell.route.operation)
            for secret in secrets where !(isIssuer && secret == walk.world.foreign.slug) {
                let isRevealed = cell.answer.holds(secret)
                #expect(!isRevealed, "\(cell.description) reveals \(secret): \(cell.answer)")
            }
        }
    }

    @Test func `every form of the console is rejected without its token, for every caller`() async throws {
        let walk = try await walk()
        let forms = walk.routes.filter { $0.area == .console && $0.isWrite }
        var walker = AccessWalker(world: walk.world, worker: 200)

        try #require(forms.count > 20)
        for form in forms {
            for caller in AccessCaller.all {
                let cell = try await walker.ask(form, .own, caller, token: .missing)
                #expect(cell.mustSignIn || cell.status == 403, "\(cell.description): \(cell.text)")
            }
        }
    }
}

/// Which callers a route admits, from its description: independent of how the program decides it.
private enum AccessRule {
    enum Admission { case admitted, rejected, unknown }

    static func admission(of caller: AccessCaller, to route: RouteDescription) -> Admission {
        switch route.authentication {
        case .none: .admitted
        case .publishableKey:
            isApp(caller) || caller == .key(.publishable) || isConsoleUser(caller) ? .admitted : .unknown
        case .appSession: isApp(caller) ? .admitted : .unknown
        case .appKey:
            isApp(caller) || [.key(.publishable), .key(.secret)].contains(caller) || isConsoleUser(caller)
                ? .admitted : .unknown
        case .accessToken: isApp(caller) ? .admitted : .unknown
        case .appAdministrator: caller == .key(.secret) || isApp(caller) ? byPermission(caller, route) : .unknown
        case .secretKey: caller == .key(.secret) ? byPermission(caller, route) : .unknown
        case .ingestKey: caller == .key(.ingest) ? .admitted : .unknown
        case .memberOrSecretKey: caller == .key(.secret) ? byPermission(caller, route) : byConsoleUser(caller, route)
        case .consoleSession, .operator: byConsoleUser(caller, route)
        }
    }

    /// By the role, for a request with the session of an app.
    private static func permissions(_ caller: AccessCaller) -> Set<PermissionName> {
        guard case .session(.app, let name) = caller else { return caller.permissions }
        return Role.builtIn.first { $0.name == name }?.permissions ?? []
    }

    static func entersConsole(_ caller: AccessCaller) -> Bool { permissions(caller).contains(.enterConsole) }

    private static func isApp(_ caller: AccessCaller) -> Bool {
        if case .session(.app, _) = caller { true } else { false }
    }

    /// Whose session counts nothing where apps sign in, but who can send a publishable key as everyone can.
    private static func isConsoleUser(_ caller: AccessCaller) -> Bool {
        if case .session(.console, _) = caller { true } else { caller == .operator }
    }

    private static func byConsoleUser(_ caller: AccessCaller, _ route: RouteDescription) -> Admission {
        switch caller {
        case .session(.console, _) where caller.permissions.contains(.enterConsole), .operator:
            byPermission(caller, route)
        default: .unknown
        }
    }

    private static func byPermission(_ caller: AccessCaller, _ route: RouteDescription) -> Admission {
        permissions(caller).isSuperset(of: route.permissions) ? .admitted : .rejected
    }
}
