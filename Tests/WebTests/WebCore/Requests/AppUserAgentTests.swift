import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore

@Suite struct AppUserAgentTests {
    @Test(
        arguments: [
            ("Stories/2.4.0 (iPhone; iOS 18.1; Scale/3.00)", "2.4.0", "18.1", "iPhone"),
            ("Stories/2.4.0 (com.example.stories; build:87; iOS 18.1.0) Alamofire/5.9.1", "2.4.0", "18.1.0", nil),
            ("Stories/87 CFNetwork/1568.200.51 Darwin/24.1.0", "87", nil, nil),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1", nil, nil, nil),
            ("curl/8.5.0", nil, nil, nil), ("", nil, nil, nil), (")(", nil, nil, nil), ("a/b (iOS ", nil, nil, nil),
        ] as [(String, String?, String?, String?)]
    )
    func `an app's user agent has its version and system`(text: String, app: String?, system: String?, model: String?) {
        let agent = AppUserAgent(text)

        #expect(agent.appVersion == app && agent.osVersion == system && agent.model == model)
    }

    @Test func `what an app says itself counts more`() {
        let device = Device(headers: [
            .userAgent: "Stories/87 CFNetwork/1 Darwin/24", .xAppVersion: "2.4.0", .xDeviceName: "",
        ])

        #expect(device.appVersion == "2.4.0" && device.name == nil)
    }
}
