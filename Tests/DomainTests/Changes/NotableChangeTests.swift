import Domain
import Testing

/// What can explain a change of health, and who sees it.
@Suite struct NotableChangeTests {
    private func hour(_ number: Int64) -> Timestamp { Timestamp(milliseconds: number * 3_600_000) }

    @Test func `hours in a row are one outage`() {
        let outages = OutageHours.joined([hour(7), hour(3), hour(2), hour(3), hour(4)])

        #expect(outages == [hour(7)..<hour(8), hour(2)..<hour(5)])
        #expect(OutageHours.joined([]).isEmpty)
    }

    @Test func `an entry of the audit log is a change of its kind, without actor and values`() throws {
        func entry(_ action: AuditEntry.Action) -> AuditEntry {
            AuditEntry(
                sequence: 12,
                at: hour(1),
                action: action,
                actor: .system,
                address: nil,
                requestID: nil,
                target: .init(.role, "crew"),
                changes: [.init("title", from: "Crew", to: "Team")]
            )
        }

        let change = try #require(NotableChange(entry(.roleUpdated)))

        #expect(change.kind == .role && change.subject == "crew" && change.fields == ["title"])
        #expect(NotableChange(entry(.sessionStarted)) == nil)
        #expect(NotableChange(entry(.userCreated)) == nil)
    }

    @Test func `each action belongs to one kind`() {
        let actions = ChangeKind.allCases.flatMap(\.actions)

        #expect(Set(actions).count == actions.count)
    }
}
