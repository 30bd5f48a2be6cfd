import Crypto
@_spi(Admission) import Domain
import Foundation
import UseCases

/// A tenant with users in it.
public struct TestTenant: Sendable {
    public static let password = "correct horse battery"

    public let installation: Installation
    public let creation: TenantAdministration.Creation

    public var tenant: Tenant { creation.tenant }
    public var services: Services { installation.services }

    public init(_ slug: String, in installation: Installation) async throws {
        self.installation = installation
        creation = try await installation.newTenant(slug)
    }

    /// Acts as the server itself.
    public var system: Access { Access(tenant: tenant.id, principal: .system) }

    public func access(_ user: User, as role: Role) -> Access {
        Access(tenant: tenant.id, principal: .user(user.id, role: role, from: nil))
    }

    /// Adds a user who can sign in with `TestTenant.password`: `ada@acme.example`.
    @discardableResult
    public func add(_ name: String, role: Role.Name = .customer) async throws -> User {
        let draft = UserAdministration.Draft(
            email: "\(name.lowercased().replacing(" ", with: "."))@\(tenant.slug).example",
            name: name,
            role: role.description,
            password: Self.password
        )
        return try await services.users.create(draft, grant: system.grant())
    }

    public func context(address: String = "203.0.113.7", device: Device = Device(appVersion: "2.4.0")) -> SignInContext
    {
        SignInContext(
            tenant: tenant,
            client: SignInClient(
                device: device,
                origin: RequestOrigin(address: address, requestID: "request-1", trace: nil)
            )
        )
    }

    /// A request from there, by an unnamed device.
    public func context(from origin: RequestOrigin) -> SignInContext {
        SignInContext(tenant: tenant, client: SignInClient(device: Device(), origin: origin))
    }

    /// Signs in as a step of an attempt, and stores what the server recorded of it.
    public func signIn(_ user: User, in attempt: TraceID?) async throws -> SignedIn {
        let signedIn = try await services.signIns.signIn(
            email: user.email?.description ?? "",
            password: Self.password,
            in: context(from: RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: attempt))
        )
        try await services.attempts.flush()
        return signedIn
    }

    public func signIn(_ user: User, device: Device = Device(appVersion: "2.4.0")) async throws -> SignedIn {
        try await services.signIns.signIn(
            email: user.email?.description ?? "",
            password: Self.password,
            in: context(device: device)
        )
    }

    /// An event that failed in the keychain, a minute before now.
    public func event(
        _ id: Int = 0,
        stage: Stage = .sessionStore,
        outcome: Outcome = .failed,
        message: String? = "The keychain was locked.",
        user: String? = nil,
        ago: Duration = .minutes(1)
    ) -> DecodedEvent {
        let content = EventContent(
            id: Event.ID(.version7(at: Timestamp(milliseconds: 0), random: (0, UInt64(id)))),
            occurredAt: installation.clock.now - ago,
            stage: stage,
            outcome: outcome,
            texts: [
                .appVersion: "2.4.0", .environment: "production", .platform: "ios", .osVersion: "18.2",
                .deviceModel: "iPhone16,1", .user: user,
            ],
            error: outcome == .success
                ? nil : EventError(domain: "NSOSStatusErrorDomain", code: "-25308", message: message)
        )
        return DecodedEvent(content)
    }

    /// Delivers events with the tenant's own ingest key.
    /// - Parameter address: of the client; nil for one without shares.
    @discardableResult
    public func deliver(
        _ events: [DecodedEvent],
        sentAt: Timestamp? = nil,
        from address: String? = nil
    ) async throws -> EventIntake.Receipt {
        let items = events.map { EventDelivery.Item.event($0) }
        return try await deliver(EventDelivery(sentAt: sentAt, items: items, examined: events.count), from: address)
    }

    /// - Parameter address: of the client; nil for one without shares.
    @discardableResult
    public func deliver(_ delivery: EventDelivery, from address: String? = nil) async throws -> EventIntake.Receipt {
        try await services.intake.accept(DecodedDelivery(delivery, key: creation.ingestKey.text, from: address))
    }

    /// Says which app at Apple is the tenant's, with a random key unless there is one.
    public func connectApple(
        _ clientIDs: [String] = ["com.example.app"],
        teamID: String = "7F4XK2QW9B",
        keyID: String = "ABCDE12345",
        privateKey: String? = nil,
        webClientID: String? = nil
    ) async throws {
        _ = try await services.apple.set(
            .init(
                teamID: teamID,
                keyID: keyID,
                privateKey: privateKey ?? P256.Signing.PrivateKey().pemRepresentation,
                clientIDs: clientIDs,
                webClientID: webClientID
            ),
            grant: system.grant()
        )
    }

    /// Connects the app at Apple, and turns the method on beside the password.
    public func turnOnApple() async throws {
        try await connectApple()
        try await set { $0.methods = [.password, .apple] }
    }

    /// Changes how users sign in.
    public func set(_ edit: @escaping @Sendable (inout TenantSettings) -> Void) async throws {
        _ = try await services.settings.change(expecting: nil, grant: system.grant(), edit: edit)
    }
}
