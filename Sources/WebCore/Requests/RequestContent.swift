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
        let announced = headers[.contentLength].flatMap { Int($0) }
        if let announced, announced > maximumBytes { throw WebFailure.tooLarge(maximumBytes: maximumBytes) }
        if let announced, announced > 0 { try await paying(announced) }
        var content = ByteBuffer()
        for try await piece in body {
            guard content.readableBytes + piece.readableBytes <= maximumBytes else {
                throw WebFailure.tooLarge(maximumBytes: maximumBytes)
            }
            if announced == nil { try await paying(piece.readableBytes) }
            content.writeImmutableBuffer(piece)
        }
        // A broken connection looks like the end of the body.
        if let announced, announced != content.readableBytes {
            throw WebFailure.malformedRequest(
                .localizable("errors.malformed-request.body-length", "The body is cut short.")
            )
        }
        return content
    }

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
