import Database
import Domain
import StrictJSON

/// A setting as its column holds it: a number, a word, words separated by spaces, or a list as compact JSON.
extension TenantSetting {
    var sqlColumn: SQL { SQL(stringLiteral: column) }

    func sqlValue(in settings: TenantSettings) -> SQLValue {
        switch kind {
        case .flag(let access): access.get(settings).sqlValue
        case .count(let access, _), .span(let access, _): access.get(settings).sqlValue
        case .choice(let access, _): access.get(settings).sqlValue
        case .word(let access, _): access.get(settings).sqlValue
        case .choices(let access, _): access.get(settings).joined(separator: " ").sqlValue
        case .words(let access, _, _): access.get(settings).joined(separator: " ").sqlValue
        case .messages(let access): JSONValue.array(access.get(settings).map(\.stored)).text.sqlValue
        case .attributes(let access): JSONValue.array(access.get(settings).map(\.stored)).text.sqlValue
        }
    }

    /// - Throws: `UnknownSetting` with a value that this program does not know.
    func edit(from row: Row) throws -> SettingEdit {
        let name = column.description
        switch kind {
        case .flag(let access):
            let number = try row.get(name, as: Int64.self)
            return try known(Bool(sqlValue: .integer(number)).flatMap(access.edit), String(number))
        case .count(let access, _), .span(let access, _):
            let number = try row.get(name, as: Int.self)
            return try known(access.edit(number), String(number))
        case .choice(let access, _):
            let word = try row.get(name, as: String.self)
            return try known(access.edit(word), word)
        case .word(let access, _):
            let word = try row.get(name, as: String.self)
            return try known(access.edit(word), word)
        case .choices(let access, _): return try edit(of: access, words: row.get(name))
        case .words(let access, _, _): return try edit(of: access, words: row.get(name))
        case .messages(let access): return try edit(of: access, list: row.get(name), MessageText.init(stored:))
        case .attributes(let access): return try edit(of: access, list: row.get(name), DefaultAttribute.init(stored:))
        }
    }

    private func known(_ edit: SettingEdit?, _ value: String) throws -> SettingEdit {
        guard let edit else { throw UnknownSetting(column: column.description, value: value) }
        return edit
    }

    private func edit(of access: SettingAccess<[String]>, words text: String) throws -> SettingEdit {
        let words = text.split(separator: " ").map(String.init)
        // The error names the first word that is not known.
        for word in words { _ = try known(access.edit([word]), word) }
        return try known(access.edit(words), text)
    }

    private func edit<Item>(
        of access: SettingAccess<[Item]>,
        list text: String,
        _ read: (JSONValue) -> Item?
    ) throws -> SettingEdit {
        guard let values = try? JSONValue(parsing: Array(text.utf8), limits: .stored), let list = values.arrayValue
        else { throw UnknownSetting(column: column.description, value: text) }
        let items = try list.map { value in
            guard let item = read(value) else { throw UnknownSetting(column: column.description, value: value.text) }
            return item
        }
        return try known(access.edit(items), text)
    }
}

/// A stored value of a setting that this program does not know. It is neither ignored nor overwritten: a newer program
/// wrote it.
struct UnknownSetting: Error {
    private static let maximumLength = 60

    let column: String
    let value: String

    /// A sentence for the operator.
    var sentence: String { "\(column) holds “\(value.prefix(Self.maximumLength))”, which this program does not know." }
}
