import Database
import Domain
import Fixtures
import Foundation

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import UseCases
@testable import WebFixtures

/// What the matrix is walked in: the own tenant and a foreign one with the same kinds of things in them, someone of
/// every kind to ask, and the state of all that to begin from again.
struct AccessWorld: Sendable {
    /// Part of every text that was entered in the foreign tenant.
    static let mark = "canary"

    let templates: ConsoleTemplates
    let assets: ConsoleAssets
    let snapshot: InstallationSnapshot
    /// Before there was an operator, with a set-up link that works.
    let unclaimed: InstallationSnapshot
    let setupLink: Credential
    let own: AccessThings
    let foreign: AccessThings
    let absent: AccessThings
    private let credentials: [AccessCaller: Credential]

    init() async throws {
        templates = try ConsoleTemplates(
            folder: PackageFolder.root.appending(path: "templates").path,
            views: ConsoleFeature.all.flatMap(\.views),
            catalogue: TestTexts.catalogue
        )
        assets = try ConsoleAssets(folder: PackageFolder.root.appending(path: "Public").path)
        let installation = try await Installation(
            address: PublicAddress(origin: AccessSite.origin),
            apple: .credulous
        )
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        for house in [acme, globex] {
            try await house.connectApple(webClientID: "com.example.app")
            try await house.set {
                $0.methods = [.password, .apple]
                $0.redirects = [RedirectRule("https://app.example/back")].compactMap(\.self)
            }
        }
        own = try await AccessThings(in: acme, mark: "acorn")
        foreign = try await AccessThings(in: globex, mark: Self.mark)
        absent = AccessThings(absentAt: installation.clock.now)
        var credentials = try await Self.members(of: acme)
        guard let link = try await installation.services.onboarding.newSetupLink() else {
            throw DomainError.conflict(.setupDone)
        }
        setupLink = link
        unclaimed = try await InstallationSnapshot(of: installation)
        let claimed = try await unclaimed.open()
        credentials[.operator] = try await Self.operatorSession(claimed)
        self.credentials = credentials
        snapshot = try await InstallationSnapshot(of: claimed)
    }

    func credential(of caller: AccessCaller) -> Credential? { credentials[caller] }

    func things(_ aim: AccessAim) -> AccessThings {
        switch aim {
        case .nothing, .own: own
        case .foreign: foreign
        case .absent: absent
        case .foreignThing: foreign.inside(own)
        case .absentThing: absent.inside(own)
        }
    }

    private static func members(of house: TestTenant) async throws -> [AccessCaller: Credential] {
        var credentials: [AccessCaller: Credential] = [
            .key(.publishable): house.creation.publishableKey, .key(.ingest): house.creation.ingestKey,
            .key(.secret): house.creation.secretKey,
        ]
        // So that an administrator may leave.
        _ = try await house.add("Another admin", role: .admin)
        for role in AccessCaller.roles {
            let user = try await house.add("Member \(role)", role: role)
            try await addSecondIdentity(to: user, of: house)
            let known = try await house.services.users.user(user.id, grant: house.system.grant()).role
            for kind in Session.Kind.allCases {
                let signedIn = try await house.services.sessionOpener.open(
                    SessionOpening(user, known, kind: kind),
                    in: house.context()
                )
                credentials[.session(kind, role)] = signedIn.token
            }
        }
        return credentials
    }

    /// So that one of the ways to sign in may be taken away.
    private static func addSecondIdentity(to user: User, of house: TestTenant) async throws {
        let (tenant, subject) = (house.tenant.id.uuid, "apple-\(user.id)")
        try await house.installation.control.write(.tenant(tenant)) { transaction in
            _ = try transaction.execute(
                """
                INSERT INTO identities (tenant_id, provider, subject, user_id, secret, created_at, last_used_at)
                VALUES (\(tenant), \("apple"), \(subject), \(user.id.uuid), NULL, \(user.createdAt.milliseconds), NULL)
                """
            )
        }
    }

    private static func operatorSession(_ installation: Installation) async throws -> Credential {
        let services = installation.services
        _ = try await services.onboarding.createOperator(
            .init(email: "olga@gatehouse.example", name: "Olga", password: TestTenant.password),
            grant: installation.installationGrant
        )
        return try await services.console.signIn(
            email: "olga@gatehouse.example",
            password: TestTenant.password,
            tenant: nil,
            from: SignInClient(
                device: Device(),
                origin: .init(address: "203.0.113.7", requestID: "request-1", trace: nil)
            )
        ).token
    }
}
