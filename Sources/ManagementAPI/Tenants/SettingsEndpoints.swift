import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of a tenant's sign-in settings.
struct SettingsEndpoints: Sendable {
    let settings: SettingsAdministration

    func add(to routes: Routes<APIContext>) {
        routes.get("settings", operation: "getTenantSettings", needs: ReadSettings.self, use: read)
        routes.patch("settings", operation: "updateTenantSettings", needs: ManageSettings.self, use: update)
    }

    @Sendable private func read(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadSettings>
    ) async throws -> Response {
        try await .json(ResponseSchema<VersionedSettings>.settings.json(settings.settings(grant: grant)))
    }

    @Sendable private func update(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        // Texts in all languages are larger than other requests.
        let input = try SettingsInputs(try await request.jsonObject(upTo: SettingsInputs.maximumBytes))
        let changed = try await settings.change(expecting: input.version, grant: grant) { input.apply(to: &$0) }
        return .json(ResponseSchema<VersionedSettings>.settings.json(changed))
    }
}
