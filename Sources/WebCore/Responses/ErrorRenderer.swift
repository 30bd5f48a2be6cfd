import HTTPTypes
import Hummingbird

/// Renders failures for a part of Gatehouse: as a page, a problem document, or a dialect's format.
///
/// It creates the body and its content type. Status, `Retry-After` and the failure's own fields are added afterwards if
/// they are missing, so that no renderer can forget them.
package protocol ErrorRenderer: Sendable {
    func response(for failure: WebFailure, to request: Request, context: GatehouseContext) async -> Response
}

/// Selects the renderer of a path by its longest prefix; other paths get the fallback.
///
/// A `*` in a prefix matches any one part. Selection uses the path and not the route, so that an unknown path under
/// `/api/v1` gets a problem document too.
package struct ErrorRenderers: Sendable {
    private let mounts: [(prefix: [Substring], renderer: any ErrorRenderer)]
    private let fallback: any ErrorRenderer

    package init(fallback: any ErrorRenderer, under mounts: [String: any ErrorRenderer] = [:]) {
        self.fallback = fallback
        self.mounts = mounts.map { (PathTemplate.parts(of: $0.key), $0.value) }.sorted {
            $0.prefix.count > $1.prefix.count
        }
    }

    package func renderer(for path: String) -> any ErrorRenderer {
        let parts = PathTemplate.parts(of: path)
        return mounts.first { parts.starts(with: $0.prefix) { $1 == "*" || $0 == $1 } }?.renderer ?? fallback
    }
}
