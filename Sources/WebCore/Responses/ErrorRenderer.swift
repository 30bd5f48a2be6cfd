import HTTPTypes
import Hummingbird

/// Renders failures for a part of Gatehouse: as a page, a problem document, or a dialect's format.
///
/// It creates the body and its content type. Status, `Retry-After` and the failure's own fields are added afterwards if
/// they are missing, so that no renderer can forget them.
package protocol ErrorRenderer: Sendable {
    func response(for failure: WebFailure, to request: Request, context: GatehouseContext) async -> Response
}
