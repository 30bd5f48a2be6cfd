@_spi(Admission) import Domain
import Fixtures
import Testing
import UseCases

@Suite struct CauseNoteTests {
    private let code = "keychain.locked"
    private let draft = CauseNoteAdministration.Draft(
        runbook: "https://wiki.example.com/sign-in#keychain",
        text: "Ask the iOS team.\nNever reset the session."
    )

    @Test func `a note is kept for its tenant and its code alone`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        let notes = acme.services.causeNotes

        let saved = try await notes.replace(noteOn: code, with: draft, grant: acme.system.grant())

        #expect(saved?.runbook?.description == draft.runbook && saved?.text == draft.text)
        #expect(try await notes.note(on: code, grant: acme.system.grant()) == saved)
        #expect(try await notes.note(on: "keychain.not_found", grant: acme.system.grant()) == nil)
        #expect(try await notes.note(on: code, grant: globex.system.grant()) == nil)
    }

    @Test func `a note is replaced as a whole, and an empty one removes it`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let notes = acme.services.causeNotes
        _ = try await notes.replace(noteOn: code, with: draft, grant: acme.system.grant())

        let text = try await notes.replace(
            noteOn: code,
            with: .init(runbook: nil, text: "Only this."),
            grant: acme.system.grant()
        )
        #expect(text?.runbook == nil && text?.text == "Only this.")

        let none = try await notes.replace(noteOn: code, with: .init(runbook: "", text: ""), grant: acme.system.grant())
        #expect(none == nil)
        #expect(try await notes.note(on: code, grant: acme.system.grant()) == nil)
    }

    @Test func `each change has one audit entry, and saving the same again has none`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let notes = acme.services.causeNotes
        for _ in 1...2 { _ = try await notes.replace(noteOn: code, with: draft, grant: acme.system.grant()) }
        for _ in 1...2 { _ = try await notes.replace(noteOn: code, with: .none, grant: acme.system.grant()) }

        let entries = try await acme.services.audit.page(PageRequest(limit: 50), grant: acme.system.grant()).items
            .filter { $0.action == .causeNoteChanged }

        #expect(entries.count == 2)
        #expect(entries.allSatisfy { $0.target == .init(.code, code) })
        #expect(entries.last?.changes.map(\.field) == ["runbook", "note"])
        #expect(entries.first?.changes.map(\.after) == [nil, nil])
    }

    @Test func `the longest note fits, and a longer one is rejected`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let notes = acme.services.causeNotes
        let longest = String(repeating: "é", count: CauseNote.textMaximumLength)

        let saved = try await notes.replace(
            noteOn: code,
            with: .init(runbook: nil, text: longest),
            grant: acme.system.grant()
        )
        #expect(saved?.text == longest)
        await #expect(throws: DomainError.invalid("note", .tooLong(maximum: CauseNote.textMaximumLength))) {
            _ = try await notes.replace(
                noteOn: code,
                with: .init(runbook: nil, text: longest + "é"),
                grant: acme.system.grant()
            )
        }
    }

    @Test func `an unknown code has no note, and a second factor's code shares that of all others`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let notes = acme.services.causeNotes

        await #expect(throws: DomainError.notFound(.code)) {
            _ = try await notes.replace(noteOn: "keychain.none", with: draft, grant: acme.system.grant())
        }
        await #expect(throws: DomainError.notFound(.code)) {
            _ = try await notes.note(on: "", grant: acme.system.grant())
        }
        _ = try await notes.replace(noteOn: "mfa.new_error", with: draft, grant: acme.system.grant())
        #expect(try await notes.note(on: "mfa.other", grant: acme.system.grant())?.text == draft.text)
    }
}
