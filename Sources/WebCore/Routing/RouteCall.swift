import Domain
import Hummingbird

/// What a handler receives: an admitted request, its context, and the grant of the permission that the route needs.
///
/// An area names its calls: `APICall<ReadUsers>` has an `APIContext` and a `Grant<ReadUsers>`.
package struct RouteCall<Context: RequestContext, Granted: Sendable>: Sendable {
    package let request: Request
    package let context: Context
    /// The grant of the route's permission; `()` when the route needs none.
    package let grant: Granted
}

/// The call of a route that needs no permission. Whom the group admitted is in the context.
package typealias PlainCall<Context: RequestContext> = RouteCall<Context, Void>

/// The call of an API for administrators, with the grant of its permission.
package typealias APICall<P: Permission> = RouteCall<APIContext, Grant<P>>

extension RouteCall {
    /// Reads an id from the path: see `RequestContext.id`.
    /// - Throws: `.notFound(subject)`.
    package func id<ID: LosslessStringConvertible>(
        _ name: String,
        of subject: DomainError.Subject,
        as type: ID.Type = ID.self
    )
        throws(DomainError) -> ID
    {
        try context.id(name, of: subject, as: type)
    }
}

extension RouteCall where Context: GrantingContext {
    /// Checks a second permission.
    /// - Throws: `.denied(.missingPermission)`
    package func grant<P: Permission>(_ permission: P.Type) throws(DomainError) -> Grant<P> {
        try context.grant(permission)
    }
}
