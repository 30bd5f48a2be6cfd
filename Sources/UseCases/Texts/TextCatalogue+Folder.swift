import Domain
import Foundation
import StrictJSON

extension TextCatalogue {
    /// The longest file that is read.
    private static let maximumBytes = 1 << 20

    /// Reads `<language>/<area>.json` for every language, and compares the texts of causes with the canonical codes.
    /// - Parameter folder: the path of `templates/texts`.
    public init(folder: String) throws(TextCatalogueProblem) {
        var files = [SupportedLanguage: [String: JSONObject]]()
        for language in SupportedLanguage.allCases {
            let path = "\(folder)/\(language.rawValue)"
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                throw TextCatalogueProblem(path, "The folder is missing.")
            }
            for name in names where name.hasSuffix(".json") {
                files[language, default: [:]][String(name.dropLast(".json".count))] = try Self.object("\(path)/\(name)")
            }
        }
        try self.init(files)
        try CauseCatalogue.check(self)
    }

    private static func object(_ path: String) throws(TextCatalogueProblem) -> JSONObject {
        guard let data = FileManager.default.contents(atPath: path), data.count <= maximumBytes else {
            throw TextCatalogueProblem(path, "The file cannot be read, or is larger than 1 MiB.")
        }
        do {
            guard let object = try JSONValue(parsing: Array(data)).objectValue else {
                throw TextCatalogueProblem(path, "It is not a JSON object.")
            }
            return object
        } catch let problem as TextCatalogueProblem {
            throw problem
        } catch { throw TextCatalogueProblem(path, "\(error)") }
    }
}
