import ConsoleKit
import Domain
import WebCore

/// What a user types about a new key, and what is wrong with it.
struct KeyForm {
    var name = ""
    var kind: APIKey.Kind?
    var problems = FormProblems.none
    /// Why the form was not carried out although its values are valid.
    var refusal: FormErrorsView?

    /// Takes what was typed, to show it again.
    /// - Returns: the name to create a key with.
    mutating func read(_ fields: inout Fields) -> String {
        let text = fields.text("name", maximum: APIKey.nameMaximumLength)
        name = fields.typed("name")
        kind = fields.oneOf("kind", as: APIKey.Kind.self)
        return text
    }
}
