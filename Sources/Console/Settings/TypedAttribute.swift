import ConsoleKit
import Domain
import WebCore

/// One initial member of a new user's `app_metadata`.
struct TypedAttribute: SettingsItem {
    static let textArea = "attribute"
    static let fieldNames = ["name", "kind", "value"]

    enum Kind: String, CaseIterable, Sendable {
        case text, number, bool = "truth", after

        func label(_ texts: Texts) -> String { TypedAttribute.text("kind.\(rawValue)", texts) }
    }

    private var name = ""
    private var kind = Kind.text
    private var value = ""
    /// What was typed, when it is valid.
    private var valid: DefaultAttribute?

    init() {}

    init(_ attribute: DefaultAttribute) {
        name = attribute.name
        switch attribute.value {
        case .text(let text): (kind, value) = (.text, text)
        case .integer(let number): (kind, value) = (.number, String(number))
        case .bool(let bool): (kind, value) = (.bool, String(bool))
        case .after(let span): (kind, value) = (.after, TypedSpan.notation(span))
        }
    }

    var key: [(name: String, value: String)] { [("name", name)] }

    func row(_ texts: Texts) -> SettingsRowText {
        let span = kind == .after ? TypedSpan.seconds(notation: value) : nil
        return SettingsRowText(
            title: name,
            detail: kind.label(texts).lowercased(),
            text: span.map { Self.text("after", texts, ["span": .text(TypedSpan.words($0, texts))]) } ?? value
        )
    }

    mutating func readKey(_ fields: inout Fields) {
        name = fields.text("name", maximum: DefaultAttribute.nameMaximumLength)
    }

    mutating func read(_ fields: inout Fields) {
        readKey(&fields)
        if DefaultAttribute.reservedNames.contains(name) {
            fields.record("name", .malformed(.reservedAttribute))
        }
        if let chosen = fields.oneOf("kind", as: Kind.self) { kind = chosen }
        let text = fields.text("value", minimum: kind == .text ? 0 : 1, maximum: DefaultAttribute.textMaximumLength)
        if name.isEmpty { name = fields.typed("name") }
        value = text.isEmpty ? fields.typed("value") : text
        guard !text.isEmpty || kind == .text else { return }
        guard let read = Self.value(text, kind) else { return fields.record("value", .malformed(Self.sentence(kind))) }
        valid = DefaultAttribute(name: name, value: read)
    }

    private static func value(_ text: String, _ kind: Kind) -> DefaultAttribute.Value? {
        switch kind {
        case .text: .text(text)
        case .number: Int64(text).flatMap { $0.magnitude <= 1 << 53 ? .integer($0) : nil }
        case .bool: Bool(text).map { .bool($0) }
        case .after:
            TypedSpan.seconds(notation: text).flatMap {
                DefaultAttribute.afterSeconds.contains($0) ? .after(.seconds($0)) : nil
            }
        }
    }

    private static func sentence(_ kind: Kind) -> LocalizableText {
        switch kind {
        case .text: .localizable("forms.attribute-text", "Enter text.")
        case .number: .localizable("forms.attribute-number", "Enter a whole number, like 3.")
        case .bool: .localizable("forms.attribute-truth", "Enter true or false.")
        case .after:
            .localizable(
                "forms.attribute-after",
                "Enter a number and a unit, like 7 days or 12 hours; ten years at most."
            )
        }
    }

    func parts(_ problems: FormProblems, _ texts: Texts) -> [SettingView] {
        [
            SettingView(
                field: FieldView(
                    "name",
                    Self.text("name.label", texts),
                    value: name,
                    hint: Self.text("name.hint", texts),
                    error: problems["name"],
                    maximumLength: DefaultAttribute.nameMaximumLength,
                    isVerbatim: true
                )
            ),
            SettingView(
                select: SelectView(
                    "kind",
                    Self.text("kind.label", texts),
                    options: Kind.allCases.map {
                        OptionView(value: $0.rawValue, label: $0.label(texts), isSelected: $0 == kind)
                    },
                    error: problems["kind"]
                )
            ),
            SettingView(
                field: FieldView(
                    "value",
                    Self.text("value.label", texts),
                    value: value,
                    hint: Self.text("value.hint", texts),
                    error: problems["value"],
                    maximumLength: DefaultAttribute.textMaximumLength,
                    isRequired: false
                )
            ),
        ]
    }

    func put(into settings: inout TenantSettings) {
        guard let valid else { return }
        if let place = settings.defaultAttributes.firstIndex(where: { $0.name == name }) {
            settings.defaultAttributes[place] = valid
        } else {
            settings.defaultAttributes.append(valid)
        }
    }

    func remove(from settings: inout TenantSettings) { settings.defaultAttributes.removeAll { $0.name == name } }
}
