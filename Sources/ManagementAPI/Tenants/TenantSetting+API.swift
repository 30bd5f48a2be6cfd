import Domain
import StrictJSON
import WebCore

/// A setting in the API: its schema, its value as JSON, and its reader.
extension TenantSetting {
    /// The longest text of a value that is none of several words.
    private static let wordMaximumLength = 40

    var member: ResponseSchema<VersionedSettings>.Member { .init(name, schema) { json(of: $0.settings) } }

    var inputDescription: InputDescription { InputDescription(name, inputSchema, summary) }

    private var schema: Schema {
        switch kind {
        case .flag: .bool
        case .count(_, let range), .span(_, let range): .integer(range)
        case .choice(_, let options): .oneOf(options.values)
        case .choices(_, let options): .list(of: .oneOf(options.values))
        case .word(_, let notation): .notation(notation)
        case .words(_, let notation, _): .list(of: .notation(notation))
        case .messages: .list(of: MessageText.schema)
        case .attributes: .list(of: DefaultAttribute.schema)
        }
    }

    /// The schema with the limits of a request.
    private var inputSchema: Schema {
        switch kind {
        case .flag, .count, .span, .choice, .word: schema
        case .choices(_, let options): schema.with("maxItems", .init(options.values.count)).with("minItems", 1)
        case .words(_, _, let maximum): schema.with("maxItems", .init(maximum))
        case .messages: schema.with("maxItems", .init(TenantSettings.maximumTexts))
        case .attributes: schema.with("maxItems", .init(TenantSettings.maximumDefaultAttributes))
        }
    }

    private func json(of settings: TenantSettings) -> JSONValue {
        switch kind {
        case .flag(let access): .bool(access.get(settings))
        case .count(let access, _), .span(let access, _): .init(access.get(settings))
        case .choice(let access, _): .string(access.get(settings))
        case .word(let access, _): .string(access.get(settings))
        case .choices(let access, _): .array(access.get(settings).map { .string($0) })
        case .words(let access, _, _): .array(access.get(settings).map { .string($0) })
        case .messages(let access): .array(access.get(settings).map(\.json))
        case .attributes(let access): .array(access.get(settings).map(\.json))
        }
    }

    /// Reads the change to the setting.
    /// - Returns: nil when the field is absent, or invalid: then its problem is recorded.
    func edit(reading fields: inout Fields, of object: JSONObject) -> SettingEdit? {
        switch kind {
        case .flag(let access): fields.optionalBool(name).flatMap(access.edit)
        case .count(let access, let range), .span(let access, let range):
            fields.optionalInteger(name, in: range).flatMap(access.edit)
        case .choice(let access, let options): fields.optionalOneOf(name, of: options.values).flatMap(access.edit)
        case .word(let access, let notation):
            fields.optionalValue(name, orElse: notation.sentence, read: access.edit)
        case .choices(let access, let options):
            edit(access, reading: &fields, maximumCount: options.values.count, orElse: .notOneOf(options.values))
        case .words(let access, let notation, let maximum):
            edit(
                access,
                reading: &fields,
                maximumCount: maximum,
                maximum: notation.maximumLength,
                orElse: .malformed(notation.sentence)
            )
        case .messages(let access):
            fields.objects(name, object, maximum: TenantSettings.maximumTexts, MessageText.read).flatMap(access.edit)
        case .attributes(let access):
            fields.objects(name, object, maximum: TenantSettings.maximumDefaultAttributes, DefaultAttribute.read)
                .flatMap(access.edit)
        }
    }

    private func edit(
        _ access: SettingAccess<[String]>,
        reading fields: inout Fields,
        maximumCount: Int,
        maximum: Int = wordMaximumLength,
        orElse rule: FieldProblem.Rule
    ) -> SettingEdit? {
        guard fields.has(name) else { return nil }
        let words = fields.texts(name, maximumCount: maximumCount, maximum: maximum)
        let edit = access.edit(words)
        if edit == nil { fields.record(name, rule) }
        return edit
    }
}

extension Schema {
    static let language = notation(.language)

    fileprivate static func notation(_ notation: SettingNotation) -> Schema {
        let schema =
            notation.pattern.map { Schema(["type": "string", "pattern": .string($0)]) }
            ?? .line(1...notation.maximumLength)
        return schema.example(.string(notation.example))
    }
}

extension Fields {
    /// Reads a list of objects, each with fields of its own; their errors are recorded as `texts[2].code`.
    mutating func objects<Item>(
        _ name: String,
        _ object: JSONObject,
        maximum: Int,
        _ read: (inout Fields, JSONObject) -> Item?
    ) -> [Item]? {
        guard let value = take(name) else { return nil }
        guard case .list = value, let elements = object[name]?.arrayValue else {
            record(name, .wrongType(expected: .english("a list")))
            return nil
        }
        guard elements.count <= maximum else {
            record(name, .malformed(.english("Send at most \(maximum) values.")))
            return nil
        }
        var items: [Item] = []
        for (place, element) in elements.enumerated() {
            guard let members = element.objectValue else {
                record("\(name)[\(place)]", .wrongType(expected: .english("an object")))
                continue
            }
            var fields = Fields(members)
            let item = read(&fields, members)
            do { try fields.finish() } catch {
                guard case .invalid(let problems) = error else { continue }
                for problem in problems { record("\(name)[\(place)].\(problem.field)", problem.rule) }
            }
            if let item { items.append(item) }
        }
        return items
    }
}
