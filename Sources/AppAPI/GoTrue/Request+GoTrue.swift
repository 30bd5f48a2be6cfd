import Domain
import Hummingbird
import StrictJSON
import WebCore

extension Request {
    static let goTrueMaximumBytes = 1 << 20

    /// Reads the body; unknown members are ignored, as upstream does.
    /// - Parameter isOptional: whether no body is an empty object.
    func goTrueBody<Value>(_ inputs: Inputs<Value>, isOptional: Bool = false) async throws -> Value {
        var fields = try await goTrueFields(isOptional: isOptional)
        let value = fields.read(inputs)
        try fields.finish(.ignored)
        return value
    }

    /// Reads the members of the body, whatever its media type.
    /// - Throws: also for a phone number.
    func goTrueFields(isOptional: Bool = false) async throws -> Fields {
        guard headers[.contentEncoding].map({ $0.matchesIgnoringASCIICase("identity") }) ?? true else {
            throw WebFailure.unsupportedEncoding
        }
        let content = try await rawContent(upTo: Self.goTrueMaximumBytes)
        if isOptional, content.readableBytes == 0 { return Fields(JSONObject()) }
        let value: JSONValue
        do { value = try JSONValue(parsing: content.readableBytesView) } catch {
            throw WebFailure.malformedRequest(.english("The body is not JSON. \(error.sentence)"))
        }
        guard let object = value.objectValue else {
            throw WebFailure.malformedRequest(.english("The body must be a JSON object."))
        }
        if let phone = object["phone"], phone != .null, phone != "" { throw WebFailure.goTruePhone }
        return Fields(object)
    }
}
