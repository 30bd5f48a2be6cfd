import Domain
import Fixtures

@testable import Web
@testable import WebCore

extension APIOperation {
    /// The operations of all areas.
    static let all = APIDescription.all(at: PublicAddress(origin: "https://gatehouse.example")).operations
}
