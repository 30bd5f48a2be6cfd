import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

enum SigningKeyInputs {
    static let isLeaked = Input.optionalBool("leaked", "True when the current key has leaked.")

    static let rotation = Inputs { $0.read(isLeaked) ?? false }

    static func isLeaked(_ request: Request) async throws -> Bool {
        var fields = try await request.optionalJSONFields()
        let isLeaked = fields.read(rotation)
        try fields.finish()
        return isLeaked
    }
}
