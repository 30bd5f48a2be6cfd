import Domain
import HTTPTypes
import StrictJSON

/// The languages of a request, by descending preference (RFC 9110 §12.5.4).
package enum AcceptedLanguages {
    private static let maximumBytes = 300
    private static let maximum = 10

    package static func of(_ headers: HTTPFields) -> [Language] {
        let field = headers[.acceptLanguage] ?? ""
        guard field.utf8.count <= maximumBytes else { return [] }
        let wanted = field.splitBytes(at: ",", keepingEmpty: false).prefix(maximum).compactMap {
            part -> (language: Language, weight: Double)? in
            let pieces = part.splitBytes(at: ";", keepingEmpty: false).map { $0.trimmingBlanks() }
            guard let tag = pieces.first, let language = Self.language(tag) else { return nil }
            let weight = pieces.dropFirst().first { $0.hasBytePrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return weight > 0 ? (language, weight) : nil
        }
        // Languages of equal weight keep their order.
        return wanted.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(
            \.element.language
        )
    }

    /// Parses `fr`, `fr-CA`, `fr-ca`; subtags after the region are ignored.
    private static func language(_ tag: String) -> Language? {
        let parts = tag.splitBytes(at: "-", keepingEmpty: false)
        guard let first = parts.first?.lowercasedASCII() else { return nil }
        let region = parts.dropFirst().first { $0.utf8.count == 2 }
        return region.flatMap { Language("\(first)-\($0.uppercased())") } ?? Language(first)
    }
}
