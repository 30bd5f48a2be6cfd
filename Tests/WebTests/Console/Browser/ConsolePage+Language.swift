import Fixtures
import Foundation

@testable import ConsoleKit
@testable import WebCore

extension ConsoleBrowser {
    /// The same browser, with French chosen as its language.
    var inFrench: ConsoleBrowser { with(cookies: cookies.merging([ConsoleCookie.language: "fr"]) { $1 }) }
}

extension ConsolePage {
    /// The heading of the page.
    var heading: String? { html.firstMatch(of: #/<h1[^>]*>(?<text>[^<]*)</h1>/#).map { String($0.text) } }

    /// The English texts of an area on this page that French says in other words.
    func englishTexts(of area: String) throws -> [String] {
        let english = try CatalogueFile.texts(of: area, in: "en")
        let french = try CatalogueFile.texts(of: area, in: "fr")
        let labels = Set(visibleTexts)
        return Set(english.values.flatMap(\.self)).subtracting(french.values.flatMap(\.self)).filter { text in
            let pieces = text.split(separator: #/\{\w+\}/#).map { $0.trimmingCharacters(in: .whitespaces) }
            let sentence = pieces.filter { $0.split(separator: " ").count > 2 }.max { $0.count < $1.count }
            return sentence.map(html.contains) ?? labels.contains(text)
        }
        .sorted()
    }

    /// What stands between tags, and in attributes that are read to users.
    private var visibleTexts: [String] {
        let nodes = html.matches(of: #/>(?<text>[^<>]+)</#).map { String($0.text) }
        let attributes = html.matches(of: #/(?:aria-label|placeholder|title)="(?<text>[^"]*)"/#).map { String($0.text) }
        return (nodes + attributes).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }
}

/// The files of the text catalogue.
private enum CatalogueFile {
    /// - Returns: by key, the text or its plural forms.
    static func texts(of area: String, in language: String) throws -> [String: [String]] {
        let file = TemplateTests.root.appending(path: "templates/texts/\(language)/\(area).json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
        return object.mapValues { value in
            (value as? String).map { [$0] } ?? (value as? [String: String]).map { Array($0.values) } ?? []
        }
    }
}
