import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import WebCore

extension Response {
    /// - Parameter path: the path of the created resource.
    static func created(_ value: JSONValue, at path: String) -> Response {
        .json(value, status: .created, headers: [.location: path])
    }
}

extension APIContext {
    /// The path of a resource of the tenant.
    func path(_ collection: String, _ id: some CustomStringConvertible) -> String {
        "/api/v1/tenants/\(access.tenant)/\(collection)/\(id)"
    }
}
