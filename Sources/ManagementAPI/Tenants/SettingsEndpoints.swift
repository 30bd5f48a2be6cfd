import Domain
import Hummingbird
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
