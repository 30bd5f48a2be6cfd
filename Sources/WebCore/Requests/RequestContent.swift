import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON

extension Request {
    /// The limit of a form, and of one request to the management API.
    package static let maximumContentBytes = 64 * 1024

    /// Reads the whole body. It arrives within the connection's deadline, or the connection ends.
    /// - Throws: 415 unless it has one of the types and no encoding, 413 when it is longer than `maximumBytes`, 400
    ///   when it is truncated.
    package func content(
        _ accepted: ContentType...,
        upTo maximumBytes: Int = maximumContentBytes
    ) async throws -> ByteBuffer {
        guard headers[.contentEncoding].map({ $0.matchesIgnoringASCIICase("identity") }) ?? true else {
            throw WebFailure.unsupportedEncoding
        }
        guard let type = ContentType(headers: headers), accepted.contains(type) else {
            throw WebFailure.unsupportedMediaType(accepted: accepted.map(\.name))
        }
        return try await rawContent(upTo: maximumBytes)
    }

    /// Reads the whole body undecoded, whatever its type and encoding.
    /// - Parameter paying: called with the number of bytes before they are read: once if the length is announced, else
    ///   for each piece.
    package func rawContent(
        upTo maximumBytes: Int,
        paying: (Int) async throws -> Void = { _ in }
    ) async throws -> ByteBuffer {
        var content = ByteBuffer()
        try await readContent(upTo: maximumBytes, paying: paying) { piece in content.writeImmutableBuffer(piece) }
        return content
    }

    /// Reads the body undecoded while it arrives, piece by piece.
    /// - Parameters:
    ///   - paying: as of `rawContent`.
    ///   - take: called with each piece. The next one is read when it returns.
    /// - Throws: 413, 400 when the body is truncated, which shows at its end, and what the closures throw.
    package func readContent(
        upTo maximumBytes: Int,
        paying: (Int) async throws -> Void,
        _ take: (ByteBuffer) async throws -> Void
    ) async throws {
        let announced = announcedContentBytes
        if let announced, announced > maximumBytes { throw WebFailure.tooLarge(maximumBytes: maximumBytes) }
        if let announced, announced > 0 { try await paying(announced) }
        var count = 0
        for try await piece in body {
            count += piece.readableBytes
            guard count <= maximumBytes else { throw WebFailure.tooLarge(maximumBytes: maximumBytes) }
            if announced == nil { try await paying(piece.readableBytes) }
            try await take(piece)
        }
        // A broken connection looks like the end of the body.
        if let announced, announced != count {
            throw WebFailure.malformedRequest(
                .localizable("errors.malformed-request.body-length", "The body is cut short.")
            )
        }
    }

    /// The length of the body that the header announces.
    package var announcedContentBytes: Int? { headers[.contentLength].flatMap { Int($0) } }

    /// Parses the body as JSON.
    /// - Throws: 400 with line and column for invalid JSON, and the errors of `content`.
    package func json(upTo maximumBytes: Int = maximumContentBytes) async throws -> JSONValue {
        let content = try await content(.json, upTo: maximumBytes)
        do {
            return try JSONValue(parsing: content.readableBytesView)
        } catch {
            throw WebFailure.malformedRequest(.english("The body is not JSON. \(error.sentence)"))
        }
    }

    /// Parses the body as a JSON object.
    package func jsonObject(upTo maximumBytes: Int = maximumContentBytes) async throws -> JSONObject {
        guard let object = try await json(upTo: maximumBytes).objectValue else {
            throw WebFailure.malformedRequest(.english("The body must be a JSON object."))
        }
        return object
    }

    /// Reads the fields of a JSON object.
    package func jsonFields(upTo maximumBytes: Int = maximumContentBytes) async throws -> Fields {
        Fields(try await jsonObject(upTo: maximumBytes))
    }

    /// Reads the fields of a JSON object; an absent body is an empty one.
    package func optionalJSONFields() async throws -> Fields {
        var request = self
        let content = try await request.rawContent(upTo: Self.maximumContentBytes)
        guard content.readableBytes > 0 else { return Fields(JSONObject()) }
        request.body = RequestBody(buffer: content)
        return try await request.jsonFields()
    }

    /// Reads the fields of a form.
    package func formFields(upTo maximumBytes: Int = maximumContentBytes) async throws -> Fields {
        let content = try await content(.form, upTo: maximumBytes)
        return Fields(try FormText(content.readableBytesView).fields, notation: .form)
    }

    /// Reads the fields of the query as a browser sends those of a form.
    package func queryFields() throws(WebFailure) -> Fields { try queryFields(as: .form) }

    /// Reads the fields of the query as a program sends them.
    package func programQueryFields() throws(WebFailure) -> Fields { try queryFields(as: .query) }

    private func queryFields(as notation: FieldNotation) throws(WebFailure) -> Fields {
        Fields(try FormText((uri.query ?? "").utf8).fields, notation: notation)
    }
}

/// A media type without its parameters, in lower case: `application/json`.
package struct ContentType: Hashable, Sendable {
    package static let json = ContentType(name: "application/json")
    package static let form = ContentType(name: "application/x-www-form-urlencoded")
    package static let newlineJSON = ContentType(name: "application/x-ndjson")

    package let name: String
    private static let maximumBytes = 256

    package init(name: String) { self.name = name }

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
