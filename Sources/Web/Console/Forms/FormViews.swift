import Domain

/// Where a form goes and the token that proves that we drew it.
struct FormView: Sendable {
    let action: String
    let token: String
}

struct OptionView: Sendable {
    let value: String
    let label: String
    let isSelected: Bool
}

struct HiddenFieldView: Sendable {
    let name: String
    let value: String
}

/// One field of text, with its label, its hint and what is wrong with it.
struct FieldView: Sendable {
    enum Kind: String, Sendable {
        case text, email, password, search
        case localTime = "datetime-local"
    }

    let id: String
    let name: String
    let label: String
    let type: String
    let value: String
    let hint: String?
    let error: String?
    /// The ids of hint and error, for `aria-describedby`.
    let describedBy: String?
    let autocomplete: String?
    let maximumLength: String?
    let isRequired: Bool
    let isFocused: Bool
    /// A text of ours rather than a person's words: no spelling marks, no capitals.
    let isVerbatim: Bool
    /// An example; never instead of a label.
    let placeholder: String?

    init(
        _ name: String,
        _ label: String,
        kind: Kind = .text,
        value: String = "",
        hint: String? = nil,
        error: String? = nil,
        autocomplete: String? = nil,
        maximumLength: Int? = nil,
        isRequired: Bool = true,
        isFocused: Bool = false,
        isVerbatim: Bool = false,
        placeholder: String? = nil
    ) {
        id = "field-\(name)"
        self.name = name
        self.label = label
        type = kind.rawValue
        self.value = kind == .password ? "" : VisibleText.escaped(value)
        self.hint = hint
        self.error = error
        describedBy = Self.describedBy(name, hint: hint, error: error)
        self.autocomplete = autocomplete
        self.maximumLength = maximumLength.map(String.init)
        self.isRequired = isRequired
        self.isFocused = isFocused
        self.isVerbatim = isVerbatim || kind == .email
        self.placeholder = placeholder
    }

    static func describedBy(_ name: String, hint: String?, error: String?) -> String? {
        let ids = [hint.map { _ in "field-\(name)-hint" }, error.map { _ in "field-\(name)-error" }].compactMap(\.self)
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }
}

/// A text of several lines.
struct AreaView: Sendable {
    let id: String
    let name: String
    let label: String
    let value: String
    let rows: String
    let hint: String?
    let error: String?
    let describedBy: String?
    let isRequired: Bool
    let isVerbatim: Bool

    init(
        _ name: String,
        _ label: String,
        value: String = "",
        rows: Int,
        hint: String? = nil,
        error: String? = nil,
        isRequired: Bool = true,
        isVerbatim: Bool = false
    ) {
        id = "field-\(name)"
        self.name = name
        self.label = label
        self.value = value.split(separator: "\n", omittingEmptySubsequences: false).map {
            VisibleText.escaped(String($0))
        }
        .joined(separator: "\n")
        self.rows = String(rows)
        self.hint = hint
        self.error = error
        describedBy = FieldView.describedBy(name, hint: hint, error: error)
        self.isRequired = isRequired
        self.isVerbatim = isVerbatim
    }
}

/// One choice among a few.
struct SelectView: Sendable {
    let id: String
    let name: String
    let label: String
    let options: [OptionView]
    let hint: String?
    let error: String?
    let describedBy: String?

    init(_ name: String, _ label: String, options: [OptionView], hint: String? = nil, error: String? = nil) {
        id = "field-\(name)"
        self.name = name
        self.label = label
        self.options = options
        self.hint = hint
        self.error = error
        describedBy = FieldView.describedBy(name, hint: hint, error: error)
    }
}

/// What is wrong with a form, above it, each line leading to its field.
struct FormErrorsView: Sendable {
    let title: String
    let problems: [Problem]

    struct Problem: Sendable {
        let text: String
        let fieldID: String?
    }
}
