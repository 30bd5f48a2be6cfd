import Database
import Fixtures
import Synchronization

/// Makes one statement fail, from when it begins.
final class Outage: StatementObserver {
    private let text: String
    private let isOn = Mutex(false)

    init(of text: String) { self.text = text }

    func begin() { isOn.withLock { $0 = true } }
    func end() { isOn.withLock { $0 = false } }

    func check(_ statement: ObservedStatement) throws {
        guard isOn.withLock({ $0 }), statement.text.contains(text) else { return }
        throw DatabaseError(.busy, "an outage")
    }
}
