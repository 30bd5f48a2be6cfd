@testable import ConsoleKit
@testable import WebFixtures

extension ConsolePage {
    /// The heading of the page.
    var heading: String? { html.firstMatch(of: #/<h1[^>]*>(?<text>[^<]*)</h1>/#).map { String($0.text) } }

    /// The English texts of an area on this page that French says in other words.
    func englishTexts(of area: String) throws -> [String] { try EnglishRemnants.of(area, on: self) }
}
