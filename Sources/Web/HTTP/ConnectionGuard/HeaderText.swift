import HTTPTypes
import NIOHTTP1
import StrictJSON

/// Which bytes a target and the values of a header may hold (RFC 9110 §5.5, RFC 3986 §2).
///
/// They are visible ASCII, spaces and tabs. Only those fields may hold more that real clients fill with names of
/// devices, pages of the same site with whatever they plant, and proxies with names of cities; what reads them reads
/// bytes.
enum HeaderText {
    /// In lower case, as the names of fields are compared.
    static let freeFields: Set<String> = [
        "cookie", "user-agent", "x-client-info", "x-device-name", "x-device-model", "x-os-version", "x-app-version",
        // Cloudflare's, as UTF-8.
        "cf-ipcity", "cf-region",
    ]

    /// True when the target and each value hold only what they may.
    static func isPermitted(_ head: HTTPRequestHead) -> Bool {
        guard head.uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        for (name, value) in head.headers {
            guard !value.utf8.allSatisfy(isPlain) else { continue }
            // Names are ASCII by the parser.
            guard freeFields.contains(name.lowercased()), value.isStreamSafe else { return false }
        }
        return true
    }

    private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) || byte == 0x09 }
}
