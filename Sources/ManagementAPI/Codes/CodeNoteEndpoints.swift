import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoints of what a tenant adds to codes.
struct CodeNoteEndpoints: Sendable {
    let notes: CauseNoteAdministration

    func add(to routes: Routes<APIContext>) {
        routes.get("codes/{code}/note", operation: "getCodeNote", needs: ReadEvents.self, use: read)
        routes.put("codes/{code}/note", operation: "replaceCodeNote", needs: ManageSettings.self, use: replace)
        routes.delete("codes/{code}/note", operation: "deleteCodeNote", needs: ManageSettings.self, use: delete)
    }

    @Sendable private func read(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        try await .json(ResponseSchema<CauseNote?>.codeNote.json(notes.note(on: code(context), grant: grant)))
    }

    @Sendable private func replace(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        var fields = try await request.jsonFields()
        let draft = fields.read(CodeNoteInputs.draft)
        try fields.finish()
        let note = try await notes.replace(noteOn: code(context), with: draft, grant: grant)
        return .json(ResponseSchema<CauseNote?>.codeNote.json(note))
    }

    @Sendable private func delete(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        _ = try await notes.replace(noteOn: code(context), with: .none, grant: grant)
        return .noContent
    }

    private func code(_ context: APIContext) throws(DomainError) -> String {
        try context.id("code", of: .code, as: String.self)
    }
}

extension APIOperation {
    static let codeNoteOperations: [APIOperation] = [
        APIOperation(
            id: "getCodeNote",
            tag: .codes,
            summary: "Reads the tenant's runbook and note for a code",
            details: "Every member is null when the tenant has added nothing.",
            answers: [.ok("The note.", ResponseSchema<CauseNote?>.codeNote.named)]
        ),
        APIOperation(
            id: "replaceCodeNote",
            tag: .codes,
            summary: "Replaces the tenant's runbook and note for a code",
            details: "They are shown with the events that have the code. What is absent is removed.",
            body: .object("CodeNoteDraft", CodeNoteInputs.draft),
            answers: [.ok("The note as it is now.", ResponseSchema<CauseNote?>.codeNote.named)]
        ),
        APIOperation(
            id: "deleteCodeNote",
            tag: .codes,
            summary: "Removes the tenant's runbook and note for a code",
            answers: [.noContent("There is none any more.")]
        ),
    ]
}

extension ResponseSchema where Value == CauseNote? {
    static let codeNote = ResponseSchema(
        "CodeNote",
        "What the tenant adds to the explanation of a code.",
        [
            .init("runbook", Schema.text.nullable.example("https://wiki.example.com/sign-in")) {
                .init($0?.runbook?.description)
            },
            .init("note", Schema.text.nullable) { .init($0?.text) },
            .init("updated_at", Schema.moment.nullable) { .init($0?.updatedAt) },
        ]
    )
}

/// The fields of requests about notes on codes.
enum CodeNoteInputs {
    static let draft = Inputs { reader in
        CauseNoteAdministration.Draft(
            runbook: reader.read(Input.optionalText("runbook", "An https URL.", maximum: RunbookAddress.maximumLength)),
            text: reader.read(
                Input.optionalText("note", "Text, which may have several lines.", maximum: CauseNote.textMaximumLength)
            )
        )
    }
}
