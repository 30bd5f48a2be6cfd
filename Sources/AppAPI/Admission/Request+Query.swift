import Hummingbird
import WebCore

extension Request {
    /// Reads the query; unknown fields are ignored, as the protocols of other servers do.
    /// - Parameter ignoresEmpty: whether an empty field counts as absent.
    func query<Value>(_ inputs: Inputs<Value>, ignoresEmpty: Bool = false) throws -> Value {
        var fields = try ignoresEmpty ? queryFields() : programQueryFields()
        let value = fields.read(inputs)
        try fields.finish(.ignored)
        return value
    }
}
