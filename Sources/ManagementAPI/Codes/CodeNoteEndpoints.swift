import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoints of what a tenant adds to codes.
struct CodeNoteEndpoints: Sendable {
    let notes: CauseNoteAdministration

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadEvents.self).get("codes/{code}/note", operation: "getCodeNote", use: read)
        routes.needs(ManageSettings.self).put("codes/{code}/note", operation: "replaceCodeNote", use: replace)
        routes.needs(ManageSettings.self).delete("codes/{code}/note", operation: "deleteCodeNote", use: delete)
    }

    private func read(_ call: APICall<ReadEvents>) async throws -> Response {
        try await .json(
            ResponseSchema<CauseNote?>.codeNote.json(notes.note(on: call.id("code", of: .code), grant: call.grant))
        )
    }

    private func replace(_ call: APICall<ManageSettings>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let draft = fields.read(CodeNoteInputs.draft)
        try fields.finish()
        let note = try await notes.replace(noteOn: call.id("code", of: .code), with: draft, grant: call.grant)
        return .json(ResponseSchema<CauseNote?>.codeNote.json(note))
    }

    private func delete(_ call: APICall<ManageSettings>) async throws -> Response {
        _ = try await notes.replace(noteOn: call.id("code", of: .code), with: .none, grant: call.grant)
        return .noContent
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
            .init("updated_at", Schema.dateTime.nullable) { .init($0?.updatedAt) },
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
