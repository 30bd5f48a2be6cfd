import Domain
import Testing

@Suite struct DeviceLikenessTests {
    private static let safari =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Safari/605.1.15"
    private static let chromeOnMac =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
    private static let chrome =
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
    private static let edge = chrome + " Edg/131.0.0.0"
    private static let firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0"
    private static let android =
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
    private static let linux =
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
    private static let browsers = [safari, chromeOnMac, chrome, edge, firefox, android, linux]

    @Test(arguments: browsers, browsers)
    func `browsers are alike when system and program are`(one: String, other: String) {
        #expect(Device(userAgent: one).isLike(Device(userAgent: other)) == (one == other))
    }

    @Test(arguments: browsers) func `a browser stays itself with its next version`(agent: String) {
        let next = agent.replacing("131.0", with: "132.0").replacing("133.0", with: "134.0").replacing(
            "18.2",
            with: "18.3"
        )

        #expect(Device(userAgent: agent).isLike(Device(userAgent: next)))
    }

    @Test(arguments: [
        ("Acme/231 CFNetwork/1568.1 Darwin/24.0", "Acme/240 CFNetwork/1600 Darwin/25.0", true),
        ("Acme/231 CFNetwork", "AcmeWidget/231 CFNetwork", false), ("okhttp/4.12", "okhttp/5.0", true),
        ("Acme/231", "Mozilla/5.0 (iPhone)", false), ("acme/231", "Acme/231", false), ("", "Acme/1", false),
    ])
    func `apps are alike when their product is`(one: String, other: String, expected: Bool) {
        #expect(Device(userAgent: one).isLike(Device(userAgent: other)) == expected)
        #expect(Device(userAgent: other).isLike(Device(userAgent: one)) == expected)
    }
}
