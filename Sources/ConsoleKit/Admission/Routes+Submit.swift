import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// A form: its handler runs only when the form is ours, of this browser, and for this action.
///
/// The order is method, `Sec-Fetch-Site`, `Origin`, token, permission. Denials go to the audit. A POST route of the
/// console is added with `submit` and nothing else, so that no handler can forget any of it.
extension Routes where Context: ConsoleContext {
    package func submit(
        _ path: RouterPath = "",
        console: Console,
        use handler: @escaping @Sendable (inout Fields, Request, Context) async throws -> Response
    ) {
        submit(path, console: console, checking: nil, use: handler)
    }

    /// - Parameter permission: what the handler checks before anything else, where a denial is still audited.
    private func submit(
        _ path: RouterPath,
        console: Console,
        checking permission: PermissionName?,
        use handler: @escaping @Sendable (inout Fields, Request, Context) async throws -> Response
    ) {
        on(.post, path, checking: permission) { request, context in
            var fields = try await console.fields(ofForm: request, context)
            if let consoleUser = context.signedIn { try await console.services.ownChanges.take(consoleUser) }
            do {
                return try await handler(&fields, request, context)
            } catch DomainError.denied(.proofNeeded) {
                return console.seeOther(
                    ConsolePaths.leading(ConsolePaths.proof, to: ConsoleReturnPath(context.browser.place))
                )
            } catch DomainError.denied(let denial) {
                try await console.record(denial, at: "POST \(context.endpointPath ?? "")", context)
                throw DomainError.denied(denial)
            }
        }
    }
}

extension Routes where Context: ConsoleContext & GrantingContext {
    /// Adds a form that requires a permission in the tenant; its handler receives the grant.
    package func submit<P: Permission>(
        _ path: RouterPath = "",
        console: Console,
        needs permission: P.Type,
        use handler: @escaping @Sendable (inout Fields, Request, Context, Grant<P>) async throws -> Response
    ) {
        submit(path, console: console, checking: P.name) { fields, request, context in
            let grant = try context.grant(P.self)
            return try await handler(&fields, request, context, grant)
        }
    }
}

extension Routes where Context: ConsoleContext & InstallationContext {
    /// Adds a form that requires the permission to act on the installation; its handler receives the grant.
    package func submit(
        _ path: RouterPath = "",
        console: Console,
        needs permission: ManageTenants.Type,
        use handler: @escaping @Sendable (inout Fields, Request, Context, InstallationGrant) async throws -> Response
    ) {
        submit(path, console: console, checking: ManageTenants.name) { fields, request, context in
            let grant = try context.installationGrant()
            return try await handler(&fields, request, context, grant)
        }
    }
}

extension Console {
    /// Reads a form that was made for this browser and this action.
    /// - Throws: 403 for a form of another site, or without a valid token.
    fileprivate func fields(ofForm request: Request, _ context: some ConsoleContext) async throws -> Fields {
        try SameOriginCheck.verify(request, address)
        var fields = try await request.formFields()
        let token = fields.text(FormTokens.field, minimum: 0, maximum: 200)
        guard tokens.isToken(token, for: request.uri.path, holder: context.holder) else { throw WebFailure.staleForm }
        return fields
    }
}
