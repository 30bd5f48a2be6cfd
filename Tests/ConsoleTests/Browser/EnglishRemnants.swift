import Fixtures
import Foundation

@testable import WebFixtures

/// The English texts of the catalogue on a page which should be in French.
enum EnglishRemnants {
    private enum Entry: Decodable {
        case single(String)
        case plural([String: String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .single(text)
            } else {
                self = .plural(try container.decode([String: String].self))
            }
        }

        var forms: [String] {
            switch self {
            case .single(let text): [text]
            case .plural(let forms): forms.values.sorted()
            }
        }
    }

    /// A part of a text that is as long as this is found inside another text too.
    private static let phraseLength = 12

    /// - Parameter area: whose texts are looked for. Texts that are French too, of any area, are left out: a session is
    ///   « Active ».
    static func of(_ area: String, on page: ConsolePage) throws -> [String] {
        let french = try Set(areas().flatMap { try entries($0, "fr").values.flatMap(\.forms) })
        let texts = Self.texts(of: page.html)
        return try entries(area, "en").values.flatMap(\.forms).filter { !french.contains($0) }.filter { english in
            let parts = english.split(separator: #/\{[A-Za-z0-9]+\}/#).map { $0.trimmingCharacters(in: .whitespaces) }
            return texts.contains { text in
                text == english || parts.contains { $0.count >= phraseLength && text.contains($0) }
            }
        }.sorted()
    }

    private static func areas() throws -> [String] {
        let folder = PackageFolder.root.appending(path: "templates/texts/fr")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }.map { $0.deletingPathExtension().lastPathComponent }
    }

    private static func entries(_ area: String, _ language: String) throws -> [String: Entry] {
        let file = PackageFolder.root.appending(path: "templates/texts/\(language)/\(area).json")
        return try JSONDecoder().decode([String: Entry].self, from: Data(contentsOf: file))
    }

    /// What is between the tags, and in the attributes that users read.
    private static func texts(of html: String) -> [String] {
        let attributes = html.matches(of: #/ (?:aria-label|placeholder|title|data-copied)="([^"]*)"/#).map { $0.1 }
        let contents = html.matches(of: #/>([^<]+)</#).map { $0.1 }
        return (attributes + contents).map { ConsolePage.unescaped($0).trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }
    }
}
