import Domain
import Fixtures
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Stores
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import TelemetryAPI
@testable import Web
@testable import WebCore

/// A console over a whole installation: the tenants `acme` and `globex`, in acme `Ada` (admin) and `Vic` (on call).
struct ConsoleSite {
    let installation: Installation
    let acme: TestTenant
    let globex: TestTenant
    let ada: User
    let vic: User
    let console: Console
    let list: RouteList
    let application: Application<RouterResponder<GatehouseContext>>

    var services: Services { installation.services }

    /// - Parameter stores: replaces those of the console, to see what a failure of them does.
    init(
        isSecure: Bool = false,
        secondFactor: SecondFactorPolicy = .optional,
        clock: TestClock = TestClock(),
        apple: AppleServers = .unreachable,
        stores: ((Installation) -> DatabaseStores)? = nil
    ) async throws {
        let installation = try await Installation(
            clock: clock,
            address: PublicAddress(origin: isSecure ? "https://gatehouse.example" : "http://gatehouse.example"),
            apple: apple,
            secondFactor: secondFactor
        )
        self.installation = installation
        acme = try await TestTenant("acme", in: installation)
        globex = try await TestTenant("globex", in: installation)
        ada = try await acme.add("Ada", role: .admin)
        vic = try await acme.add("Vic", role: .onCall)
        list = RouteList()
        let services = stores.map {
            installation.services(
                over: $0(installation),
                options: ServiceOptions(
                    passwordLimits: .patient,
                    passwordCost: .init(logN: 4),
                    secondFactor: secondFactor
                )
            )
        }
        console = try Console(
            services: services ?? installation.services,
            folder: PackageFolder.root.path,
            features: ConsoleFeature.all,
            routes: list
        )
        let stack = HTTPStack(
            routes: list,
            isSecure: isSecure,
            renderers: ErrorRenderers(fallback: ConsoleErrorRenderer(console: console))
        )
        let router = stack.makeRouter()
        ConsoleRoutes(console: console).add(to: router)
        LinkRoutes(console: console).add(to: Routes(router, list: list, area: .console))
        AppleRoutes(services: installation.services).add(to: Routes(router, list: list, area: .apple))
        application = Application(
            responder: router.buildResponder(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    var browser: ConsoleBrowser { ConsoleBrowser(site: self) }

    /// A browser with a signed-in user.
    func browser(of user: User) async throws -> ConsoleBrowser {
        var browser = browser
        try await browser.signIn(user.email?.description ?? "")
        return browser
    }

    /// A browser in which the operator Olga is signed in.
    func operatorBrowser() async throws -> ConsoleBrowser {
        _ = try await services.onboarding.createOperator(
            .init(email: "olga@example.com", name: "Olga", password: TestTenant.password),
            grant: installation.installationGrant
        )
        var browser = browser
        try await browser.signIn("olga@example.com")
        return browser
    }

    /// What acme's audit holds, newest first.
    func audit() async throws -> [AuditEntry] {
        try await services.audit.page(PageRequest(limit: 200), grant: acme.system.grant()).items
    }
}
