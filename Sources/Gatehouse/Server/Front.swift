import Domain
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import Web

/// What faces the network: the routes of all parts on one floor, and the server around them.
struct Front: Sendable {
    let baseURL: BaseURL
    let application: Application<RouterResponder<GatehouseContext>>

    init(_ installation: Installation, settings: Settings, address: ListenAddress, logger: Logger) throws {
        let baseURL = settings.server.baseURL(port: address.port)
        self.baseURL = baseURL
        let floor = HTTPFloor(
            proxies: settings.server.trustedProxies, isSecure: baseURL.isSecure, renderers: ErrorRenderers(fallback: ProblemRenderer()))
        let router = floor.makeRouter()
        let folder = installation.folder
        application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port), serverName: nil),
            onServerRunning: { _ in Self.announce(address, baseURL: baseURL, folder: folder) },
            logger: logger)
    }

    /// People read the line, programs the file.
    private static func announce(_ address: ListenAddress, baseURL: BaseURL, folder: DataFolder) {
        try? DurableFile.write(Data("http://\(address)\n".utf8), to: folder.address)
        Terminal.write("listening on http://\(address)")
    }
}
