import HTTPTypes
import Hummingbird

/// How a part of Gatehouse shows a failure: a page, a problem document, the shape of a dialect.
///
/// It makes the body and its content type. Status, `Retry-After` and the failure's own fields are set afterwards when
/// it left them out, so that no rendering can forget them.
public protocol ErrorRenderer: Sendable {
    func response(for failure: WebFailure, to request: Request, context: GatehouseContext) async -> Response
}

/// Which rendering goes with which paths. The longest prefix wins; a path that nobody claims gets the fallback.
///
/// A part of a prefix that is `*` stands for any one part. It goes by the path and not by the route, so that an unknown
/// path under `/api/v1` gets a problem document too.
public struct ErrorRenderers: Sendable {
    private let mounts: [(prefix: [Substring], renderer: any ErrorRenderer)]
    private let fallback: any ErrorRenderer

    public init(fallback: any ErrorRenderer, under mounts: [String: any ErrorRenderer] = [:]) {
        self.fallback = fallback
        self.mounts = mounts.map { (PathTemplate.parts(of: $0.key), $0.value) }.sorted {
            $0.prefix.count > $1.prefix.count
        }
    }

    public func renderer(for path: String) -> any ErrorRenderer {
        let parts = PathTemplate.parts(of: path)
        return mounts.first { parts.starts(with: $0.prefix) { $1 == "*" || $0 == $1 } }?.renderer ?? fallback
    }
}
