import Domain
import StrictJSON
import WebCore

/// The changes to the settings; those that are absent keep their values.
struct SettingsInputs: Sendable {
    static let maximumBytes = 1 << 20

    let version: Int?
    private let edits: [SettingEdit]

    /// - Throws: `.invalid` with every invalid field.
    init(_ object: JSONObject) throws(DomainError) {
        var fields = Fields(object)
        version = fields.read(Self.version)
        edits = TenantSetting.all.compactMap { $0.edit(reading: &fields, of: object) }
        try fields.finish()
    }

    func apply(to settings: inout TenantSettings) { for edit in edits { edit(&settings) } }

    private static let version = Input<Int?>.optionalInteger(
        "version",
        "The version that the change is based on; a different current version is a conflict.",
        in: 0...Int(Int32.max)
    )

    static let descriptions = [version.description] + TenantSetting.all.map(\.inputDescription)
}
