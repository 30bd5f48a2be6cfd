import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoints of a tenant's sign-in settings.
struct SettingsEndpoints: Sendable {
    let settings: SettingsAdministration

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadSettings.self).get("settings", operation: "getTenantSettings", use: read)
        routes.needs(ManageSettings.self).patch("settings", operation: "updateTenantSettings", use: update)
    }

    private func read(_ call: APICall<ReadSettings>) async throws -> Response {
        try await .json(ResponseSchema<VersionedSettings>.settings.json(settings.settings(grant: call.grant)))
    }

    private func update(_ call: APICall<ManageSettings>) async throws -> Response {
        // Texts in all languages are larger than other requests.
        let input = try SettingsInputs(try await call.request.jsonObject(upTo: SettingsInputs.maximumBytes))
        let changed = try await settings.change(expecting: input.version, grant: call.grant) { input.apply(to: &$0) }
        return .json(ResponseSchema<VersionedSettings>.settings.json(changed))
    }
}

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
