import Hummingbird
import UseCases

/// Answers the browser that returns from Apple's page, for flows of one purpose.
package protocol AppleFlowCompletion: Sendable {
    /// - Returns: a redirect, so that reloading the page posts nothing again.
    func response(to outcome: AppleWebOutcome, _ callback: AppleCallback) async throws -> Response
}
