import Domain
import Testing

@testable import ConsoleKit
@testable import WebCore
@testable import WebFixtures

extension ConsoleBrowser {
    /// The same browser, whose user has chosen French.
    var inFrench: ConsoleBrowser {
        let name = SetCookie.fullName(ConsoleCookie.language, isSecure: site.console.address.isSecure)
        return with(cookies: cookies.merging([name: "fr"]) { $1 })
    }
}

extension ConsolePage {
    /// Expects a page in French that has these texts, and none of the area's texts in English.
    func expectFrench(
        _ area: String,
        _ texts: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(html.contains("<html lang=\"fr\""), sourceLocation: sourceLocation)
        for text in texts { #expect(html.contains(text), "\(text)", sourceLocation: sourceLocation) }
        let remnants = try EnglishRemnants.of(area, on: self)
        #expect(remnants == [], sourceLocation: sourceLocation)
    }
}
