import HTTPTypes
import NIOHTTP1
import StrictJSON

/// The bytes permitted in a target and in field values (RFC 9110 §5.5, RFC 3986 §2).
///
/// They are visible ASCII, spaces and tabs. Only fields that real clients fill with other bytes may have more: device
/// names, cookies of other pages of the site, and city names of proxies. Their readers compare bytes.
enum HeaderText {
    /// In lower case, for case-insensitive comparison.
    static let freeFields: Set<String> = [
        "cookie", "user-agent", "x-client-info", "x-device-name", "x-device-model", "x-os-version", "x-app-version",
        // Cloudflare sends these as UTF-8.
        "cf-ipcity", "cf-region",
    ]

    /// Returns whether the target and each value have only permitted bytes.
    static func isPermitted(_ head: HTTPRequestHead) -> Bool {
        guard head.uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        for (name, value) in head.headers {
            guard !value.utf8.allSatisfy(isPlain) else { continue }
            // The parser ensures that names are ASCII.
            guard freeFields.contains(name.lowercased()), value.isStreamSafe else { return false }
        }
        return true
    }

    private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) || byte == 0x09 }
}
