import Domain
import HTTPTypes
import StrictJSON

/// The cookies of a request (RFC 6265 §4.2.1). Duplicate names are a known way to plant a cookie, so reading a
/// duplicate rejects the request.
///
/// Scripts of other pages of a site can plant cookies of any bytes, so cookies are read and compared as bytes.
package struct RequestCookies: Sendable {
    static let maximumCookies = 100

    private let pairs: [(name: ByteText, value: Substring)]

    package init(_ headers: HTTPFields) {
        var pairs: [(name: ByteText, value: Substring)] = []
        var count = 0
        for field in headers[values: .cookie] where count < Self.maximumCookies {
            let parts = field.splitBytes(at: ";", maximumSplits: Self.maximumCookies - count, keepingEmpty: false)
            for part in parts.prefix(Self.maximumCookies - count) {
                count += 1
                if let pair = Self.pair(part.utf8.drop { $0 == UInt8(ascii: " ") }) { pairs.append(pair) }
            }
        }
        self.pairs = pairs
    }

    private static func pair(_ text: Substring.UTF8View.SubSequence) -> (name: ByteText, value: Substring)? {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        return (ByteText(String(Substring(text[..<equals]))), Substring(text[text.index(after: equals)...]))
    }

    /// The value of a cookie; nil when it is absent or has invalid bytes.
    /// - Throws: 400 for a duplicate name.
    package func value(_ name: String) throws(WebFailure) -> String? {
        let wanted = ByteText(name)
        let values = pairs.filter { $0.name == wanted }.map(\.value)
        guard values.count <= 1 else {
            throw .malformedRequest(
                .localizable(
                    "errors.malformed-request.cookie",
                    "The cookie {name} comes twice. Delete the cookies of this site.",
                    ["name": .text(name)]
                )
            )
        }
        guard let value = values.first, value.utf8.allSatisfy(SetCookie.isOctet) else { return nil }
        return String(value)
    }

    /// The cookies whose names have this prefix, in order.
    package func all(named prefix: String) -> [(name: String, value: String)] {
        pairs.filter { $0.name.text.hasBytePrefix(prefix) && $0.value.utf8.allSatisfy(SetCookie.isOctet) }.map {
            ($0.name.text, String($0.value))
        }
    }
}
