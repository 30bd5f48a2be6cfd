import ConsoleKit
import Domain
import UseCases
import WebCore

/// What a user types about a saved view.
struct SavedViewForm {
    private(set) var name = ""
    private(set) var isShared = false
    private(set) var query = ""
    private(set) var filters: [(name: String, value: String)] = []
    /// The version that the form was made from; nil for a new view.
    private(set) var version: Int?

    /// The page's names of fields whose names in the rules differ.
    static let fieldNames = ["name": "view_name"]

    static func labels(_ texts: Texts) -> [String: String] {
        ["view_name": texts("views.name"), "shared": texts("views.sharing")]
    }

    init() {}

    init(_ view: SavedView) {
        name = view.name
        isShared = view.isShared
        query = view.query
        filters = view.filters.all
        version = view.version
    }

    /// Takes the question of the Events page, by the names in its address.
    init(address fields: inout Fields) { readQuestion(&fields) }

    /// Takes what was typed, to show it again.
    mutating func read(_ fields: inout Fields) -> SavedViewAdministration.Draft {
        readQuestion(&fields)
        readName(&fields)
        return .init(name: name, query: query, filters: filters, isShared: isShared)
    }

    /// Takes the name and the sharing of a view that is there already, and the version that was shown with them.
    mutating func readChange(_ fields: inout Fields) {
        readName(&fields)
        version = fields.integer("version", in: 1...Int(Int32.max))
    }

    /// Takes who sees the view, which someone else changed meanwhile. Its name is beside the form.
    mutating func show(_ current: SavedView) {
        isShared = current.isShared
        version = current.version
    }

    private mutating func readName(_ fields: inout Fields) {
        let text = fields.text("view_name", maximum: SavedView.nameMaximumLength)
        name = text.isEmpty ? fields.typed("view_name") : text
        isShared = fields.optionalOneOf("shared", of: ["yes", "no"]) == "yes"
    }

    private mutating func readQuestion(_ fields: inout Fields) {
        query = fields.optionalText("q", maximum: QueryLimits.canonicalBytes) ?? ""
        filters = ViewFilters.names.compactMap { name in
            fields.optionalText(name, maximum: ViewFilters.valueMaximumLength).map { (name, $0) }
        }
    }
}
