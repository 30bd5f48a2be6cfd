import HTTPTypes
import NIOHTTP1
import StrictJSON

extension ConnectionLimits {
    /// The status that rejects a header; nil when it is within the limits.
    package func refusal(of head: HTTPRequest) -> HTTPResponse.Status? {
        if let path = head.path, path.utf8.count > targetBytes { return .uriTooLong }
        guard head.headerFields.count <= headerFields else { return .requestHeaderFieldsTooLarge }
        // The sum counts too: many small fields are as large as one long field.
        let bytes = head.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        return bytes <= headerBytes ? nil : .requestHeaderFieldsTooLarge
    }

    /// The bytes of a request line without its target: method, blanks, version.
    private static let bytesAroundTarget = 32

    /// The status for a header that the parser rejected. The parser does not say whether the target was too long or a
    /// field (RFC 9110 §15.5.15, RFC 6585 §5).
    func refusal(of error: any Error, in line: RequestLine) -> HTTPResponse.Status {
        guard case .headerOverflow? = error as? HTTPParserError else { return .badRequest }
        return line.bytes > targetBytes + Self.bytesAroundTarget ? .uriTooLong : .requestHeaderFieldsTooLarge
    }
}

extension HTTPRequest {
    /// Whether the connection ends after this request, or would switch to another protocol, which is not supported.
    var asksToClose: Bool {
        if headerFields[.upgrade] != nil { return true }
        return headerFields[values: .connection].contains { field in
            field.splitBytes(at: ",").contains { $0.trimmingBlanks().matchesIgnoringASCIICase("close") }
        }
    }
}
