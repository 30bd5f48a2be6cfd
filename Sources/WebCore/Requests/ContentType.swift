import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON

/// A media type without its parameters, in lower case: `application/json`.
package struct ContentType: Hashable, Sendable {
    package static let json = ContentType(name: "application/json")
    package static let form = ContentType(name: "application/x-www-form-urlencoded")
    package static let newlineJSON = ContentType(name: "application/x-ndjson")

    package let name: String
    private static let maximumBytes = 256

    package init(name: String) {
        self.name = name
    }

    /// Reads the type of a request.
    /// - Returns: nil when it is absent, or has a charset other than UTF-8.
    package init?(headers: HTTPFields) {
        guard let field = headers[.contentType], field.utf8.count <= Self.maximumBytes else { return nil }
        let parts = field.splitBytes(at: ";").map { $0.trimmingBlanks().lowercasedASCII() }
        for parameter in parts.dropFirst() where parameter.hasBytePrefix("charset=") {
            guard ["utf-8", "\"utf-8\"", "utf8"].contains(parameter.dropFirst("charset=".count)) else { return nil }
        }
        name = parts[0]
    }
}
