import Domain
import HTTPTypes
import Hummingbird

/// Adds routes to the router, and to the list that tests and the API description read.
///
/// ```swift
/// let tenant = Routes(router, list: list, area: .management)
///     .group("api/v1/tenants/{tenant}", authentication: .memberOrSecretKey) { request, context in
///         try await APIContext(context, as: caller(of: request, context))
///     }
/// tenant.needs(ReadUsers.self).get("users", operation: "listUsers") { call in … }
/// tenant.needs(ManageUsers.self).delete("users/{user}", operation: "deleteUser", use: deleteUser)
/// ```
///
/// The closure of a group admits a request, or throws, and then no handler runs. It returns the context of all handlers
/// inside, so that none of them authenticates again. `needs` names the permission of a route. It is checked before the
/// handler runs, and the call has its grant. The access matrix and the API description show it.
package struct Routes<Context: RequestContext>: RouteVerbs {
    package typealias Authentication = RouteDescription.Authentication

    private let parent: any RouterMethods<Context>
    package let list: RouteList
    private let area: RouteDescription.Area
    private let authentication: Authentication
    private let path: RouterPath

    /// - Parameter router: its middleware must be added before.
    package init(
        _ router: some RouterMethods<Context>,
        list: RouteList,
        area: RouteDescription.Area,
        authentication: Authentication = .none
    ) {
        self.init(parent: router, list: list, area: area, authentication: authentication, path: "")
    }

    private init(
        parent: any RouterMethods<Context>,
        list: RouteList,
        area: RouteDescription.Area,
        authentication: Authentication,
        path: RouterPath
    ) {
        self.parent = parent
        self.list = list
        self.area = area
        self.authentication = authentication
        self.path = path
    }

    /// The same routes, for calls without a grant.
    package var granted: GrantedRoutes<Context, Void> {
        GrantedRoutes<Context, Void>(routes: self, permission: nil) { _ in }
    }

    /// Adds routes under `path`, with the same context type.
    package func group(_ path: RouterPath, authentication: Authentication? = nil) -> Routes<Context> {
        Routes(
            parent: parent.group(path),
            list: list,
            area: area,
            authentication: authentication ?? self.authentication,
            path: self.path.appendingPath(path)
        )
    }

    /// Adds routes under `path` for requests that `admit` accepts.
    package func group<Admitted: RequestContext>(
        _ path: RouterPath = "",
        authentication: Authentication,
        admit: @escaping @Sendable (Request, Context) async throws -> Admitted
    ) -> Routes<Admitted> {
        let parent = parent.group(path)
        return Routes<Admitted>(
            parent: AdmittingGroup(parent: parent, admit: admit),
            list: list,
            area: area,
            authentication: authentication,
            path: self.path.appendingPath(path)
        )
    }

    /// Adds routes that also pass through `middleware`.
    package func with(_ middleware: some MiddlewareProtocol<Request, Response, Context>) -> Routes<Context> {
        let group = parent.group().add(middleware: middleware)
        return Routes(parent: group, list: list, area: area, authentication: authentication, path: path)
    }

    /// - Parameter permission: what `handler` checks.
    func add(
        _ method: HTTPRequest.Method,
        _ path: RouterPath,
        operation: String?,
        checking permission: PermissionName?,
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) {
        let route = RouteDescription(
            method: method,
            path: self.path.appendingPath(path).description,
            area: area,
            authentication: authentication,
            permission: permission,
            operation: operation
        )
        if list.add(route) { parent.on(path, method: method, use: handler) }
    }
}

/// Adds routes with another context type, made by a closure that can suspend and can reject.
///
/// Hummingbird's own child contexts are made synchronously, so a context that needs the session row would have to be
/// optional somewhere.
struct AdmittingGroup<Outer: RequestContext, Context: RequestContext>: RouterMethods {
    let parent: RouterGroup<Outer>
    let admit: @Sendable (Request, Outer) async throws -> Context

    func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
        preconditionFailure("Middleware is added to a group inside")
    }

    @discardableResult
    func on<Responder: HTTPResponder>(_ path: RouterPath, method: HTTPRequest.Method, responder: Responder) -> Self
    where Responder.Context == Context {
        parent.on(path, method: method, responder: AdmittingResponder(admit: admit, responder: responder))
        return self
    }
}

private struct AdmittingResponder<Outer, Responder: HTTPResponder>: HTTPResponder {
    let admit: @Sendable (Request, Outer) async throws -> Responder.Context
    let responder: Responder

    func respond(to request: Request, context: Outer) async throws -> Response {
        try await responder.respond(to: request, context: admit(request, context))
    }
}
