import Domain
import UseCases

/// An installation at one moment, to begin from again and again: cheaper than filling a new one.
public final class InstallationSnapshot: Sendable {
    private let databases: any DatabaseSnapshot
    private let clock: TestClock
    private let address: PublicAddress
    private let apple: AppleServers

    /// The installation may not be used any more.
    public init(of installation: Installation) async throws {
        databases = try await installation.snapshot()
        clock = installation.clock
        address = installation.services.address
        apple = installation.apple
    }

    /// Another installation with the same content, root key and clock: every credential of the first one is good in it.
    public func open() async throws -> Installation {
        try await Installation(
            over: try await databases.open(),
            clock: clock,
            address: address,
            apple: apple,
            mail: Mailbox()
        )
    }
}
