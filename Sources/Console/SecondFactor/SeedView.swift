import ConsoleKit
import WebCore

/// What an authenticator app takes.
struct SeedView: Sendable {
    /// The QR code; nil for an address that is too long for one.
    let chart: SafeHTML?
    /// In groups of four.
    let text: String
    let address: String
}
