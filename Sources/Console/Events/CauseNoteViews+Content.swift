import ConsoleKit
import Domain
import UseCases

extension Console {
    /// Returns what a tenant adds to a code; nil also for a code that this version does not know.
    func causeNote(on code: String?, grant: Grant<ReadEvents>) async throws -> CauseNote? {
        guard let entry = code.flatMap(CauseCatalogue.entry) else { return nil }
        return try await services.causeNotes.note(on: entry.code, grant: grant)
    }
}
