import Domain
import HTTPTypes
import UseCases
import WebCore

/// Counts the deliveries of a key that fail as a whole, so that the outcomes of its items show them.
struct FailureCount: Sendable {
    /// What a delivery had too much of when it is answered with 429.
    enum Limit: String {
        case rate, budget
    }

    let intake: EventIntake
    let key: KeyRecord

    /// Runs a part of a delivery, and counts its failure unless its items were counted already.
    func counting<Result>(throttledBy limit: Limit = .rate, _ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let counted as CountedFailure {
            throw counted.failure
        } catch {
            if let (outcome, reason) = Self.outcome(of: error, limit) {
                intake.countFailure(outcome, reason: reason, from: key)
            }
            throw error
        }
    }

    /// Runs the part of a delivery that follows its decoding, and counts each of its items when it fails.
    func counting<Result>(itemsOf delivery: EventDelivery, _ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch {
            guard let (outcome, reason) = Self.outcome(of: error, .rate) else { throw error }
            intake.countFailure(of: delivery.counted(as: outcome, reason: reason), from: key)
            throw CountedFailure(failure: error)
        }
    }

    /// - Returns: nil for a connection that ended, and for an error of the server itself.
    private static func outcome(of error: any Error, _ limit: Limit) -> (ItemOutcome, reason: String)? {
        guard let failure = error as? WebFailure ?? (error as? DomainError).map({ WebFailure($0) }) else { return nil }
        switch failure.status {
        case .tooManyRequests: return (.limited, limit.rawValue)
        // A read that is cancelled with the request is reported as unavailable too.
        case .serviceUnavailable where Task.isCancelled: return nil
        case .serviceUnavailable: return (.limited, "unavailable")
        default: return failure.status.kind == .clientError ? (.invalid, failure.code) : nil
        }
    }
}

/// A failure of a delivery whose items were counted.
struct CountedFailure: Error {
    let failure: any Error
}
