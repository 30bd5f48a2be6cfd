import Domain
import UseCases

/// The browser's name in its user agent, which names half a dozen others for compatibility.
enum BrowserName {
    private static let browsers = [
        ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ("curl/", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
        ("Linux", "Linux"),
    ]

    static func of(_ userAgent: String, _ texts: Texts) -> String {
        let browser = browsers.first { userAgent.contains($0.0) }?.1
        let system = systems.first { userAgent.contains($0.0) }?.1
        switch (browser, system) {
        case (let browser?, let system?):
            return texts("sessions.browser-on", ["browser": .text(browser), "system": .text(system)])
        case (let name?, nil), (nil, let name?): return name
        case (nil, nil): return VisibleText.escaped(String(userAgent.prefix(40)))
        }
    }
}
