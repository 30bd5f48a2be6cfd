import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// Tells the connection's guard that a handler has read over a part of a body while it arrives, so that the part no
/// longer counts: see `BodyBudget`.
package struct BodyConsumed: Sendable {
    /// The bytes of the body, as sent, that are no longer in memory.
    let bytes: Int
    /// The bytes that the handler holds instead.
    let kept: Int

    package init(bytes: Int, keeping kept: Int) { (self.bytes, self.kept) = (bytes, kept) }

    /// - Throws: `.unavailable` when there is no room for what is kept.
    package func report(to connection: any Channel) async throws {
        let promise = connection.eventLoop.makePromise(of: Void.self)
        connection.triggerUserOutboundEvent(self, promise: promise)
        do { try await promise.futureResult.get() } catch is BodyBudgetExceeded {
            throw BodyBudgetExceeded.unavailable
        } catch {
            // A connection that is gone ends the body; one without a guard has no budget.
        }
    }
}

/// There is no room for the rest of a request.
struct BodyBudgetExceeded: WebFailureConvertible {
    fileprivate static let unavailable = DomainError.unavailable(retryAfter: .seconds(2))

    var webFailure: WebFailure { WebFailure(Self.unavailable) }
}
