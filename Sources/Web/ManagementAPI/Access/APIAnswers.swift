import Domain
import HTTPTypes
import Hummingbird
import StrictJSON

extension Response {
    /// - Parameter path: where what was created is found.
    static func created(_ value: JSONValue, at path: String) -> Response {
        .json(value, status: .created, headers: [.location: path])
    }

    static let noContent = Response(status: .noContent)
}

extension APIContext {
    /// The path of something of the tenant.
    func path(_ collection: String, _ id: some CustomStringConvertible) -> String {
        "/api/v1/tenants/\(access.tenant)/\(collection)/\(id)"
    }
}
