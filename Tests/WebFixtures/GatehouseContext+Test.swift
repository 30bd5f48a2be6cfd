import Hummingbird
import Logging
import NIOCore
import NIOEmbedded

@testable import WebCore

extension GatehouseContext {
    /// The context of a request over a connection, which logs nothing.
    static func test(over channel: any Channel = EmbeddedChannel()) -> GatehouseContext {
        GatehouseContext(
            source: ApplicationRequestContextSource(
                channel: channel,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
    }
}
