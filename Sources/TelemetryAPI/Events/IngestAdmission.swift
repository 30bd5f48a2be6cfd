import Domain
import HTTPTypes
import UseCases
import WebCore

/// Decides whether a delivery of a key is read: called once, before its body.
struct IngestAdmission: Sendable {
    let intake: EventIntake

    /// - Throws: `.unavailable` while events cannot be stored, 429 until the next day when the budget is used up.
    func check(_ key: KeyRecord) async throws {
        do throws(DomainError) { try await intake.admit(key) } catch {
            guard case .throttled(let wait) = error else { throw error }
            var failure = WebFailure(error)
            failure.headers = headers(wait)
            throw failure
        }
    }

    /// The rate limit fields, with bytes as their unit (draft-ietf-httpapi-ratelimit-headers-10 §3, §4).
    private func headers(_ wait: Duration) -> HTTPFields {
        [
            .rateLimitPolicy: "\"daily\";q=\(intake.budget.limits.bytesPerKey);qu=\"content-bytes\";w=86400",
            .rateLimit: "\"daily\";r=0;t=\(wait.secondsRoundedUp)",
        ]
    }
}
