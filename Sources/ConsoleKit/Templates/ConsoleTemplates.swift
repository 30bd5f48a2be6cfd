import Domain
import Foundation
import Mustache
import Synchronization

/// Every page of the console, read and parsed once at start.
struct ConsoleTemplates: Sendable {
    /// An error in a file of `templates/`, which prevents the start.
    struct Problem: Error, CustomStringConvertible {
        let file: String
        let reason: String

        var description: String { "Template \(file): \(reason)" }
    }

    /// Each template with its English texts inserted, by name.
    let texts: [String: String]
    private let libraries: [SupportedLanguage: MustacheLibrary]

    /// - Parameter folder: the path of `templates`.
    /// - Throws: `Problem`, naming the file that is missing, cannot be read or is not Mustache.
    init(folder: String, views: [any ConsoleView.Type], catalogue: TextCatalogue) throws(Problem) {
        MustacheContentTypes.register(StrictHTMLEscaping(), named: Self.escapingName)
        let templates = try Self.read(folder)
        try Self.checkReferences(templates)
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

    /// Selects our escaping, which each file must do, and removes indentation: the engine would repeat that of a
    /// partial on each of its lines, inside `<pre>` and `<textarea>` too.
    private static func prepared(_ text: String) -> String {
        let lines = text.split(separator: "\n").map { $0.drop(while: { $0 == " " }) }
        return "{{% CONTENT_TYPE:\(escapingName)}}\n" + lines.joined(separator: "\n")
    }

    /// - Throws: `Problem` for a template that includes or extends one that is missing.
    private static func checkReferences(_ templates: [String: String]) throws(Problem) {
        for (name, text) in templates {
            for needed in TemplateTags(of: text).references where templates[needed] == nil {
                throw Problem(file: "\(name).mustache", reason: "It needs \(needed).mustache, which is missing.")
            }
        }
    }

    /// Parses on every core: the engine's parser takes a quarter of the start.
    private static func parse(_ texts: [String: String]) throws(Problem) -> MustacheLibrary {
        let templates = Array(texts)
        let parsed = Mutex<[String: Result<MustacheTemplate, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: templates.count) { place in
            let (name, text) = templates[place]
            let template = Result { try MustacheTemplate(string: text) }
            parsed.withLock { $0[name] = template }
        }
        var library = MustacheLibrary()
        for (name, template) in parsed.withLock({ $0 }) {
            do { library.register(try template.get(), named: name) } catch {
                throw Problem(file: "\(name).mustache", reason: "\(error)")
            }
        }
        return library
    }
}

/// Converts a view to nested dictionaries of its fields, which the template engine reads fastest.
///
/// With structs the engine would reflect every struct on its stack for every tag, and for a nil field it would search
/// the enclosing structs and show their field of the same name. Here a nil field is present and empty.
enum TemplateFields {
    static func of(_ view: Any) -> Any {
        switch view {
        case is String, is Bool, is SafeHTML: return view
        default: break
        }
        let mirror = Mirror(reflecting: view)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { of($0.value) } ?? NSNull()
        case .collection:
            return mirror.children.map { of($0.value) }
        case .struct:
            var fields = [String: Any](minimumCapacity: mirror.children.count)
            for child in mirror.children {
                guard let label = child.label else { continue }
                fields[label] = of(child.value)
            }
            return fields
        default:
            preconditionFailure("a view holds texts, booleans, views and lists of them, not \(type(of: view))")
        }
    }
}

/// The tags of a template's text, in order: enough of Mustache to check templates against views and each other.
struct TemplateTags: Sendable {
    enum Tag: Sendable, Hashable {
        case variable(String)
        case unescaped(String)
        case section(String)
        case inverted(String)
        case block(String)
        case parent(String)
        case partial(String)
        case end(String)
        case other(String)
    }

    let tags: [Tag]

    init(of text: String) {
        var tags = [Tag]()
        var rest = Substring(text)
        while let start = rest.firstRange(of: "{{") {
            rest = rest[start.upperBound...]
            let ending = rest.first == "{" ? "}}}" : "}}"
            guard let end = rest.firstRange(of: ending) else { break }
            tags.append(Self.tag(rest[..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        self.tags = tags
    }

    /// The templates that this template includes or extends.
    var references: [String] {
        tags.compactMap { tag in
            switch tag {
            case .parent(let name), .partial(let name): name
            default: nil
            }
        }
    }

    private static func tag(_ inside: Substring) -> Tag {
        let trimmed = inside.drop(while: \.isWhitespace)
        let name = String(trimmed.dropFirst().filter { !$0.isWhitespace })
        switch trimmed.first {
        case "{", "&": return .unescaped(name)
        case "#": return .section(name)
        case "^": return .inverted(name)
        case "$": return .block(name)
        case "<": return .parent(name)
        case ">": return .partial(name)
        case "/": return .end(name)
        case "!", "=", "%", nil: return .other(name)
        default: return .variable(String(trimmed.filter { !$0.isWhitespace }))
        }
    }
}
