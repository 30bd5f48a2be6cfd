import HTTPTypes

/// The cookies of a request (RFC 6265 §4.2.1). Which of two with one name a server takes is a known way to plant one, so
/// asking for such a name refuses the request.
public struct RequestCookies: Sendable {
    static let maximumCookies = 100

    private let pairs: [(name: Substring, value: Substring)]

    public init(_ headers: HTTPFields) {
        pairs = headers[values: .cookie].lazy.flatMap { $0.split(separator: ";") }.prefix(Self.maximumCookies).compactMap { pair in
            let pair = pair.drop { $0 == " " }
            guard let equals = pair.firstIndex(of: "=") else { return nil }
            return (pair[..<equals], pair[pair.index(after: equals)...])
        }
    }

    /// The value of a cookie, nil when it is absent or holds anything that a cookie cannot.
    /// - Throws: 400 when the name comes twice.
    public func value(_ name: String) throws(WebFailure) -> String? {
        let values = pairs.filter { $0.name == name }.map(\.value)
        guard values.count <= 1 else { throw .malformedRequest("The cookie \(name) comes twice. Delete the cookies of this site.") }
        guard let value = values.first, value.utf8.allSatisfy(SetCookie.isOctet) else { return nil }
        return String(value)
    }

    /// Those whose names begin alike, as they came.
    func all(named prefix: String) -> [(name: String, value: String)] {
        pairs.filter { $0.name.hasPrefix(prefix) && $0.value.utf8.allSatisfy(SetCookie.isOctet) }.map {
            (String($0.name), String($0.value))
        }
    }
}
