import Domain
import StrictJSON

/// Parses payloads of items.
enum SentryJSON {
    static func object(
        _ payload: ArraySlice<UInt8>,
        limits: JSONLimits,
        at path: String
    ) throws(ItemError) -> JSONObject {
        let value: JSONValue
        do { value = try JSONValue(parsing: payload, limits: limits) } catch { throw ItemError(error, at: path) }
        guard let object = value.objectValue else {
            throw ItemError(code: "wrong_type", message: "\(path) must be a JSON object.")
        }
        return object
    }
}
