import HTTPTypes
import Hummingbird
import NIOCore
import WebCore

/// Serves the stylesheet and the script of the pages.
package struct AssetRoutes {
    /// Permits caching for a year without revalidation (RFC 8246).
    package static let cacheControl = "public, max-age=31536000, immutable"

    package let assets: ConsoleAssets

    package init(assets: ConsoleAssets) { self.assets = assets }

    package func add(to routes: Routes<GatehouseContext>) {
        routes.get("assets/{asset}") { call in
            guard let asset = call.context.parameters.get("asset").flatMap({ assets[$0] }) else {
                throw WebFailure.unknownPath
            }
            return Response(
                status: .ok,
                headers: [.contentType: asset.contentType, .cacheControl: Self.cacheControl],
                body: ResponseBody(byteBuffer: asset.content)
            )
        }
    }
}
