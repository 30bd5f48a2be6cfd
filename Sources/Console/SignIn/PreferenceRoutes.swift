import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Where the console begins, how it looks, and the switch to another tenant.
struct PreferenceRoutes {
    private enum Theme: String, CaseIterable {
        case auto, light, dark
    }

    let console: Console

    func add(to inside: Routes<ConsoleUserContext>) {
        inside.get("", use: start)
        inside.submit("theme", console: console, use: chooseTheme)
        inside.submit("language", console: console, use: chooseLanguage)
        inside.submit("enter", console: console, use: enter)
    }

    private func start(_ call: PlainCall<ConsoleUserContext>) async throws -> Response {
        switch call.context.consoleUser {
        case .member(let record): console.seeOther(TenantPaths(record.tenant.slug).start)
        case .operator: console.seeOther(ConsolePaths.tenants)
        }
    }

    private func chooseTheme(_ fields: inout Fields, _ call: PlainCall<ConsoleUserContext>) async throws -> Response {
        let theme = fields.oneOf("theme", as: Theme.self)
        return try remember(theme, as: ConsoleCookie.theme, &fields)
    }

    private func chooseLanguage(_ fields: inout Fields, _ call: PlainCall<ConsoleUserContext>) async throws -> Response
    {
        let language = fields.oneOf("language", as: SupportedLanguage.self)
        return try remember(language, as: ConsoleCookie.language, &fields)
    }

    /// Stores a choice in a cookie, and leads back to the page that it was made on.
    private func remember<Choice: RawRepresentable>(
        _ choice: Choice?,
        as cookie: String,
        _ fields: inout Fields
    ) throws -> Response where Choice.RawValue == String {
        let back = fields.optionalText("return", maximum: 2048).flatMap { ConsoleReturnPath($0) }
        let chosen = try fields.finish(choice)
        var response = console.seeOther(back?.description ?? "/")
        response.set(console.cookie(cookie, chosen.rawValue, maximumAge: .days(365)))
        return response
    }

    private func enter(_ fields: inout Fields, _ call: PlainCall<ConsoleUserContext>) async throws -> Response {
        let tenant = fields.value(
            "tenant",
            as: Tenant.Slug.self,
            orElse: .localizable("forms.tenant-choice", "Choose a tenant.")
        )
        let slug = try fields.finish(tenant)
        return console.seeOther(TenantPaths(slug).start)
    }
}
