import Crypto
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import UseCases
import WebCore

/// The services, templates, texts and settings that all routes of the console share.
package struct Console: Sendable {
    package let services: Services
    let templates: ConsoleTemplates
    package let assets: ConsoleAssets
    package let navigation: Navigation
    /// The routes of the server, which tell whether a path is a page.
    package let routes: RouteList
    package let tokens: FormTokens
    var catalogue: TextCatalogue { services.texts }

    package var address: PublicAddress { services.address }
    package var systemContext: SystemContext { services.systemContext }

    /// - Parameters:
    ///   - folder: the path of the folder that contains `templates` and `Public`.
    ///   - routes: the list that the console's own routes are added to.
    /// - Throws: an error that names the missing or invalid file.
    package init(services: Services, folder: String, features: [ConsoleFeature], routes: RouteList) throws {
        self.init(
            services: services,
            templates: try ConsoleTemplates(
                folder: "\(folder)/templates",
                views: features.flatMap(\.views),
                catalogue: services.texts
            ),
            assets: try ConsoleAssets(folder: "\(folder)/Public"),
            features: features,
            routes: routes
        )
    }

    /// Creates a console with templates and assets that are already loaded.
    init(
        services: Services,
        templates: ConsoleTemplates,
        assets: ConsoleAssets,
        features: [ConsoleFeature],
        routes: RouteList
    ) {
        self.services = services
        self.templates = templates
        self.assets = assets
        navigation = Navigation(features)
        self.routes = routes
        tokens = FormTokens(key: services.formKey)
    }

    package var now: Timestamp { systemContext.now() }

    /// Renders a view as a page, and deletes the flash cookie, so that its message is shown once.
    package func page<View: ConsoleView>(
        _ view: View,
        _ context: some ConsoleContext,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        var response = Response(
            status: status,
            headers: [.contentType: Self.pageType],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html(view, context)))
        )
        if context.browser.flash != nil { response.set(.deleting(ConsoleCookie.flash, isSecure: address.isSecure)) }
        return response
    }

    static let pageType = "text/html; charset=utf-8"

    func html(_ view: some ConsoleView, _ context: some ConsoleContext) -> String {
        templates.html(view, in: context.browser.language)
    }

    /// Redirects to the page that follows a successful form.
    package func seeOther(_ path: String, flash: Flash? = nil) -> Response { .leading(to: path, flash: flash, address) }

    package func cookie(_ name: String, _ value: String, maximumAge: Duration? = nil) -> SetCookie {
        SetCookie(name, value: value, maximumAge: maximumAge, isSecure: address.isSecure)
    }

    package func form(_ action: String, _ context: some ConsoleContext) -> FormView {
        FormView(action: action, token: tokens.token(for: action, holder: context.holder))
    }

    package func head(_ title: String, theme: String) -> HeadView {
        HeadView(title: title, theme: theme, stylesheet: assets.stylesheet.path, script: assets.script.path)
    }

    /// The texts in the language of the browser.
    package func texts(_ context: some ConsoleContext) -> Texts { catalogue.texts(in: context.browser.language) }

    package func zone(_ context: some ConsoleContext) -> ViewerZone {
        ViewerZone(identifier: context.browser.zone) ?? .utc
    }
}

extension Response {
    /// Redirects to a page, which shows `flash`.
    package static func leading(to path: String, flash: Flash? = nil, _ address: PublicAddress) -> Response {
        var response = Response(status: .seeOther, headers: [.location: path])
        if let flash {
            response.set(
                SetCookie(
                    ConsoleCookie.flash,
                    value: flash.rawValue,
                    maximumAge: .minutes(1),
                    isSecure: address.isSecure
                )
            )
        }
        return response
    }
}

extension Console {
    /// Records a denied form of a user in the audit log of the tenant that they have opened.
    func record(_ denial: DomainError.Denial, _ context: some ConsoleContext) async throws(DomainError) {
        guard denial != .proofNeeded, let access = context.tenantAccess else { return }
        try await services.denials.record(denial, attempt: "POST \(context.endpointPath ?? "")", by: access)
    }

    /// Asks for a new proof before a page that leads to a sensitive action, so that users are not asked after pressing
    /// its button.
    /// - Throws: `Redirection` to the page that asks for the proof.
    package func askProof(_ principal: Principal, _ context: some ConsoleContext) throws {
        do throws(DomainError) { try principal.mustHaveProven(by: now) } catch {
            throw Redirection(
                to: ConsolePaths.leading(ConsolePaths.proof, to: ConsoleReturnPath(context.browser.place))
            )
        }
    }
}

extension WebFailure {
    static let staleForm = WebFailure(
        .forbidden,
        "stale_form",
        title: "This form has expired",
        detail: "Go back, reload the page, and send the form again. Nothing was changed."
    )
}

/// The context of a request to the console, of any identity.
package protocol ConsoleContext: IdentifiedContext, ConsoleIdentity {}

extension Admitted: ConsoleIdentity where Identity: ConsoleIdentity {
    package var browser: Browser { caller.browser }
    package var holder: String { caller.holder }
    package var tenantAccess: Access? { caller.tenantAccess }
    package var signedIn: ConsoleUser? { caller.signedIn }
}

extension Admitted: ConsoleContext where Identity: ConsoleIdentity {}

/// The identity of a request to the console.
package protocol ConsoleIdentity: Sendable {
    var browser: Browser { get }
    /// The secret that form tokens are bound to.
    var holder: String { get }
    /// The access to the tenant that the user is in, or belongs to; nil outside of tenants.
    var tenantAccess: Access? { get }
    /// Nil before signing in.
    var signedIn: ConsoleUser? { get }
}

extension ConsoleIdentity {
    package var tenantAccess: Access? { nil }
}

/// CSRF tokens. A token proves that the console made the form for one browser and one action.
package struct FormTokens: Sendable {
    package static let field = "csrf"
    private static let maximumLength = 100

    let key: SymmetricKey

    /// - Parameter holder: the secret of the browser's cookie.
    package func token(for action: String, holder: String) -> String { Base64URL.encode(code(action, holder)) }

    func isToken(_ text: String, for action: String, holder: String) -> Bool {
        guard text.utf8.count <= Self.maximumLength, let bytes = Base64URL.decode(text) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(bytes, authenticating: Self.message(action, holder), using: key)
    }

    private func code(_ action: String, _ holder: String) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Self.message(action, holder), using: key)
    }

    private static func message(_ action: String, _ holder: String) -> Data {
        Data(holder.utf8) + [0] + Data(action.utf8)
    }
}
