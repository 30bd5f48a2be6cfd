import Domain
import Foundation
import Mustache

/// Every page of the console, read and parsed once at start.
struct ConsoleTemplates: Sendable {
    /// A file in `templates/` that stops the start.
    struct Problem: Error, CustomStringConvertible {
        let file: String
        let reason: String

        var description: String { "Template \(file): \(reason)" }
    }

    /// The English text of each template as it is used, by name.
    let texts: [String: String]
    private let libraries: [SupportedLanguage: MustacheLibrary]

    /// - Parameter folder: the path of `templates`.
    /// - Throws: `Problem`, naming the file that is missing, cannot be read or is not Mustache.
    init(folder: String, views: [any ConsoleView.Type], catalogue: TextCatalogue) throws(Problem) {
        MustacheContentTypes.register(StrictHTMLEscaping(), named: Self.escapingName)
        let templates = try Self.read(folder)
        var libraries = [SupportedLanguage: MustacheLibrary]()
        var english = [String: String]()
        for language in SupportedLanguage.allCases {
            let texts = try Self.translated(templates, catalogue.texts(in: language))
            libraries[language] = try Self.parse(texts)
            if language == .english { english = texts }
        }
        texts = english
        self.libraries = libraries
        for page in views where texts[page.template] == nil {
            throw Problem(file: "\(folder)/\(page.template).mustache", reason: "The file is missing.")
        }
    }

    func html<View: ConsoleView>(_ view: View, in language: SupportedLanguage) -> String {
        guard let html = libraries[language]?.render(TemplateFields.of(view), withTemplate: View.template) else {
            preconditionFailure(
                "the template \(View.template) is not in the list of pages, so it was not checked at start"
            )
        }
        return html
    }

    private static let escapingName = "GATEHOUSE"

    private static func read(_ folder: String) throws(Problem) -> [String: String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var texts = [String: String]()
        for file in files where file.hasSuffix(".mustache") {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)"),
                let text = String(bytes: data, encoding: .utf8)
            else { throw Problem(file: "\(folder)/\(file)", reason: "The file cannot be read as UTF-8.") }
            texts[String(file.dropLast(".mustache".count))] = prepared(text)
        }
        return texts
    }

    private static func translated(_ templates: [String: String], _ texts: Texts) throws(Problem) -> [String: String] {
        var translated = [String: String]()
        for (name, template) in templates {
            switch TemplateTexts(texts: texts).replaced(in: template) {
            case .success(let text): translated[name] = text
            case .failure(let unknown):
                throw Problem(file: "\(name).mustache", reason: "The text [[\(unknown.key)]] is not in the catalogue.")
            }
        }
        return translated
    }

    /// Chooses our escaping, which each file has to do anew, and drops indentation: the engine would repeat that of a
    /// partial on each of its lines, inside `<pre>` and `<textarea>` too.
    private static func prepared(_ text: String) -> String {
        let lines = text.split(separator: "\n").map { $0.drop(while: { $0 == " " }) }
        return "{{% CONTENT_TYPE:\(escapingName)}}\n" + lines.joined(separator: "\n")
    }

    private static func parse(_ texts: [String: String]) throws(Problem) -> MustacheLibrary {
        var library = MustacheLibrary()
        for (name, text) in texts {
            for needed in TemplateTags(of: text).references where texts[needed] == nil {
                throw Problem(file: "\(name).mustache", reason: "It needs \(needed).mustache, which is missing.")
            }
            do {
                try library.register(text, named: name)
            } catch {
                throw Problem(file: "\(name).mustache", reason: "\(error)")
            }
        }
        return library
    }
}
