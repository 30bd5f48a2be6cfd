import Domain
import Logging
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import Gatehouse
@testable import ManagementAPI
@testable import Operations
@testable import TelemetryAPI
@testable import Web
@testable import WebCore

@Suite struct WebServerTests {
    @Test func `every route of the program that programs call is described, and nothing else is`() async throws {
        let folder = try TemporaryFolder()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let settings = try Settings.forTest(in: folder)
        let installation = try await Installation.open(settings, for: .init(mayCreate: true), logger: logger)

        let front = try WebServer(installation, settings: settings, address: .standard, logger: logger)

        let served = front.routes.routes.filter(\.isDescribed)
        #expect(
            served.compactMap(\.operation).sorted()
                == APIDescription.all(at: try #require(PublicAddress("https://gatehouse.example"))).operations.map(\.id)
                .sorted()
        )
        #expect(served.filter { $0.operation == nil }.map(\.description) == [])
        #expect(served.filter { $0.area == .operations }.count == 7)
        try await installation.close()
    }
}
