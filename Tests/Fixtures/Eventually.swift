/// Waits until a condition holds: for what another thread or process does, and no clock of a test decides.
/// - Throws: `NeverHeld` after a time that only a condition which never holds takes.
public func eventually(
    within limit: Duration = .seconds(120),
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < end else { throw NeverHeld() }
        try await Task.sleep(for: .milliseconds(1))
    }
}
