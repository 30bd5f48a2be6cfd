import Foundation
import Logging
import Operations
import WebCore

/// The settings of logs and metrics.
struct OperationsSettings: Sendable {
    let logLevel: Logger.Level
    /// JSON unless standard error is a terminal.
    let logFormat: LineLogHandler.Format
    /// The bearer token of `/metrics`; nil restricts `/metrics` to this machine.
    let metricsToken: Secret?
    /// The name that tells this process from others of the same installation.
    let node: String
    /// Whether the operator set the name.
    let isNodeNamed: Bool

    private static let tokenLengths = 16...200

    init(_ reader: inout SettingsReader) {
        logLevel = reader.choice(.logLevel, default: .info)
        logFormat = reader.choice(.logFormat, default: isatty(STDERR_FILENO) == 1 ? .text : .json)
        let name = reader.text(.node)
        if let name, name.utf8.count > 63 || !name.utf8.allSatisfy(Self.isNodeByte) {
            reader.reject(.node, "must be 1 to 63 letters, digits, dots, hyphens and underscores of ASCII")
        }
        node = name ?? Self.hostName
        isNodeNamed = name != nil
        let token = reader.text(.metricsToken)
        if let token,
            !Self.tokenLengths.contains(token.utf8.count) || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        {
            reader.reject(.metricsToken, "must be 16 to 200 visible ASCII characters")
        }
        metricsToken = token.map(Secret.init)
    }

    private static func isNodeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
        }
    }

    /// The host name of the system, without a DNS look-up.
    private static var hostName: String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let failed = bytes.withUnsafeMutableBytes { buffer in
            buffer.baseAddress.map { gethostname($0.assumingMemoryBound(to: CChar.self), 255) } ?? -1
        }
        let name = String(decoding: bytes.prefix { $0 != 0 }.filter(isNodeByte).prefix(63), as: UTF8.self)
        return failed != 0 || name.isEmpty ? "unnamed" : name
    }
}
