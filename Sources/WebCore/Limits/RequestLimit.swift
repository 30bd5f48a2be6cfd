import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// Limits the administrative requests of one key or user, and of one tenant, and reports the rest of the limit in each
/// response.
package struct RequestLimit<Context: GrantingContext>: RouterMiddleware {
    let budget: RequestBudget

    package init(budget: RequestBudget) { self.budget = budget }

    package func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let claim = RateLimitStatus(budget.take(context.access))
        if let wait = claim.wait {
            var failure = WebFailure(DomainError.throttled(retryAfter: wait))
            failure.headers = claim.headers
            throw failure
        }
        do {
            var response = try await next(request, context)
            for field in claim.headers { response.headers[field.name] = field.value }
            return response
        } catch {
            // The original error of an internal failure is kept for the log.
            var failure = WebFailure(error)
            guard failure.status != .internalServerError else { throw error }
            for field in claim.headers { failure.headers[field.name] = field.value }
            throw failure
        }
    }
}

extension RateLimitStatus {
    fileprivate init(_ state: RequestBudget.State) {
        self.init(
            wait: state.wait,
            levels: state.buckets.map {
                .init(name: $0.name, capacity: $0.limit.capacity, period: $0.limit.period, left: $0.left)
            }
        )
    }
}
