import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == VersionedSettings {
    static let settings = ResponseSchema(
        "TenantSettings",
        "How the people of the tenant sign in, and for how long.",
        [
            .init("version", Schema.count.with("description", "Counts the changes.")) { .init($0.version) },
            .init("methods", .list(of: .oneOf(TenantSettings.Method.self))) { value in
                .array(value.settings.methods.map(\.rawValue).sorted().map { .string($0) })
            },
            .init("dialect", .oneOf(TenantSettings.Dialect.self)) { .string($0.settings.dialect.rawValue) },
            .init("anonymous", .bool) { .bool($0.settings.isAnonymous) },
            .init("sign_up", .oneOf(TenantSettings.SignUpPolicy.self)) { .string($0.settings.signUp.rawValue) },
            .init("confirm_email", .bool) { .bool($0.settings.confirmsEmail) },
            .init("secure_password_change", .bool) { .bool($0.settings.securesPasswordChange) },
            .init("redirect_urls", .list(of: SettingsInputs.redirectSchema)) {
                .array($0.settings.redirects.map { .string($0.description) })
            },
            .init("idle_seconds", .integer(TenantSettings.idleSeconds)) { .init(seconds: $0.settings.sessions.idle) },
            .init("absolute_seconds", .integer(TenantSettings.absoluteSeconds)) {
                .init(seconds: $0.settings.sessions.absolute)
            },
            .init("access_token_seconds", .integer(TenantSettings.accessTokenSeconds)) {
                .init(seconds: $0.settings.accessTokenLifetime)
            },
            .init("sessions_per_person", .integer(TenantSettings.sessionCounts)) {
                .init($0.settings.sessionsPerPerson)
            },
            .init("require_nonce", .bool) { .bool($0.settings.requiresNonce) },
            .init("multi_session", .bool) { .bool($0.settings.multiSession) },
            .init("revoke_at_apple_everywhere", .bool) { .bool($0.settings.revokesAtAppleEverywhere) },
            .init("apple_account_deleted", .oneOf(TenantSettings.AppleDeletion.self)) {
                .string($0.settings.appleDeletion.rawValue)
            },
            .init("language", .language) { .string($0.settings.language.description) },
            .init("texts", .list(of: SettingsInputs.textSchema)) { .array($0.settings.texts.map(Self.json)) },
            .init("default_attributes", .list(of: SettingsInputs.attributeSchema)) {
                .array($0.settings.defaultAttributes.map(Self.json))
            },
        ]
    )

    private static func json(_ text: MessageText) -> JSONValue {
        ["code": .string(text.code), "language": .string(text.language.description), "text": .string(text.text)]
    }

    private static func json(_ attribute: DefaultAttribute) -> JSONValue {
        let name = JSONValue.string(attribute.name)
        return switch attribute.value {
        case .text(let text): ["name": name, "value": .string(text)]
        case .integer(let number): ["name": name, "value": .integer(number)]
        case .truth(let truth): ["name": name, "value": .bool(truth)]
        case .after(let span): ["name": name, "after_seconds": .init(seconds: span)]
        }
    }
}

extension JSONValue {
    fileprivate init(seconds span: Duration) { self = .integer(span.components.seconds) }
}

extension Schema {
    static let language = Schema(["type": "string", "pattern": "^[a-z]{2,3}(-[A-Z]{2})?$"]).example("fr")
}

extension APIOperation {
    static let settingsOperations: [APIOperation] = [
        APIOperation(
            id: "getTenantSettings",
            tag: .settings,
            summary: "Reads the tenant's settings",
            answers: [
                .ok(
                    "The settings; the defaults where nothing was set.",
                    ResponseSchema<VersionedSettings>.settings.named
                )
            ]
        ),
        APIOperation(
            id: "updateTenantSettings",
            tag: .settings,
            summary: "Changes the tenant's settings",
            details: "What is left out stays as it is; a list is replaced as a whole. Counts from the next request on.",
            body: .object("TenantSettingsEdit", SettingsInputs.descriptions),
            answers: [.ok("The settings as they are now.", ResponseSchema<VersionedSettings>.settings.named)],
            conflicts: [.settingsChanged]
        ),
    ]
}
