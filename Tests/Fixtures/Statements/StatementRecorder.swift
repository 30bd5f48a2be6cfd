import Database
import Synchronization

/// Records statements with their plans.
public final class StatementRecorder: StatementObserver {
    public struct Recorded: Sendable {
        public let text: String
        /// The lines of the engine's `EXPLAIN`.
        public let plan: [String]
    }

    private let recorded = Mutex<[Recorded]>([])

    public init() {}

    /// The statements since this was called last, in the order in which they ran.
    public func take() -> [Recorded] {
        recorded.withLock { recorded in
            defer { recorded = [] }
            return recorded
        }
    }

    public func check(_: ObservedStatement) throws {}

    public func needsPlan(of _: ObservedStatement) -> Bool { true }

    public func check(_ statement: ObservedStatement, plan: [String]) throws {
        recorded.withLock { $0.append(Recorded(text: statement.text, plan: plan)) }
    }
}
