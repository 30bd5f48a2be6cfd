import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import Synchronization
import Testing

@testable import ConsoleKit
@testable import WebCore

/// How a form is carried out, or shown again.
@Suite struct FormPageTests {
    private let page = Probe()

    private func fields(_ content: KeyValuePairs<String, String> = [:]) -> Fields {
        Fields(content.map { (name: $0.key, value: .text($0.value)) }, notation: .form)
    }

    private func answer(_ error: DomainError) async throws -> Response {
        try await page.form(fields(), at: { _ in "name" }) {
            throw error
        } again: { problems in
            ProbeView(problems: problems)
        }
    }

    @Test func `a form that is carried out responds with what the action returns`() async throws {
        let response = try await page.form(fields()) {
            .leading(to: "/t/acme/keys", PublicAddress(origin: "https://gatehouse.example"))
        } again: { problems in
            ProbeView(problems: problems)
        }

        #expect(response.status == .seeOther && response.headers[.location] == "/t/acme/keys")
    }

    @Test(arguments: [nil, HTTPResponse.Status.unauthorized])
    func `a form with an invalid field is not carried out`(invalid: HTTPResponse.Status?) async throws {
        var fields = fields(["name": ""])
        _ = fields.text("name", maximum: 10)

        let response = try await page.form(fields, labels: ["name": "Key"], invalid: invalid ?? .unprocessableContent) {
            Issue.record("it was carried out")
            return Response(status: .ok)
        } again: { problems in
            #expect(problems["name"] == "Required." && problems.notice?.text == "Key: Required.")
            return ProbeView(problems: problems)
        }

        #expect(response.status == invalid ?? .unprocessableContent)
        #expect(page.shown == ["Key: Required."])
    }

    @Test func `a field of which the form knows nothing is a problem`() async throws {
        let response = try await page.form(fields(["admin": "yes"])) {
            Issue.record("it was carried out")
            return Response(status: .ok)
        } again: { problems in
            ProbeView(problems: problems)
        }

        #expect(response.status == .unprocessableContent)
    }

    @Test(arguments: [
        (DomainError.conflict(.emailTaken), HTTPResponse.Status.conflict, nil),
        (.denied(.outranked), .forbidden, nil),
        (.throttled(retryAfter: .seconds(42)), .tooManyRequests, "42"),
        (.unavailable(retryAfter: .milliseconds(200)), .serviceUnavailable, "1"),
    ])
    func `a rejected form is shown again with its status, and says when to try again`(
        error: DomainError,
        status: HTTPResponse.Status,
        retryAfter: String?
    ) async throws {
        let response = try await answer(error)

        #expect(response.status == status && response.headers[.retryAfter] == retryAfter)
        let isAboutField = [.conflict, .forbidden].contains(status)
        #expect(page.shown == [isAboutField ? "#field-name" : ""])
        #expect(page.denials == (error == .denied(.outranked) ? [.outranked] : []))
    }

    @Test(arguments: [DomainError.notFound(.user), .denied(.proofNeeded)])
    func `an error that a form cannot show is thrown, and not recorded here`(error: DomainError) async throws {
        await #expect(throws: error) { try await answer(error) }

        #expect(page.shown.isEmpty && page.denials.isEmpty)
    }

    /// The verb of the route records a denial that is thrown.
    @Test(
        arguments: [DomainError.conflict(.emailTaken), .denied(.outranked), .invalid("name", .missing)],
        [
            DomainError.denied(.missingPermission(.readUsers)), .unavailable(retryAfter: .seconds(1)),
            .notFound(.user),
        ]
    )
    func `when the form's page cannot be read, its error is thrown`(
        error: DomainError,
        reading: DomainError
    )
        async throws
    {
        await #expect(throws: error) {
            try await page.form(fields()) {
                throw error
            } again: { _ -> ProbeView in
                throw reading
            }
        }

        #expect(page.shown.isEmpty && page.denials.isEmpty)
    }
}

private struct ProbeView: ConsoleView {
    static let template = "probe"

    let problems: FormProblems
}

/// A page that keeps what it shows and records.
private final class Probe: FormPage {
    private let kept = Mutex<(shown: [String], denials: [DomainError.Denial])>(([], []))

    /// The links of rejections and the texts of invalid fields.
    var shown: [String] { kept.withLock(\.shown) }
    var denials: [DomainError.Denial] { kept.withLock(\.denials) }
    var texts: Texts { TestTexts.english }

    func form(_ action: String) -> FormView { FormView(action: action, token: "") }

    func response(_ view: some ConsoleView, status: HTTPResponse.Status) async -> Response {
        let problems = (view as? ProbeView)?.problems ?? .none
        let lines = problems.summary?.problems.map { problems.hasFields ? $0.text : $0.href ?? "" } ?? []
        kept.withLock { $0.shown += lines }
        return Response(status: status)
    }

    func record(_ denial: DomainError.Denial) async throws(DomainError) {
        kept.withLock { $0.denials.append(denial) }
    }
}
