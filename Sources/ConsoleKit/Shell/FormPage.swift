import Domain
import HTTPTypes
import Hummingbird
import WebCore

/// What a page is built with, and how its forms are carried out.
package protocol FormPage: Sendable {
    var texts: Texts { get }
    /// A form that posts to `action`, with its CSRF token.
    func form(_ action: String) -> FormView
    /// Renders a view as a page.
    func response(_ view: some ConsoleView, status: HTTPResponse.Status) async -> Response
    /// Records a denied action in the audit log of the tenant that the user has opened.
    func record(_ denial: DomainError.Denial) async throws(DomainError)
}

extension FormPage {
    /// Carries out a form: validates its fields, acts, and responds with what `act` returns, which is mostly a
    /// redirect. When a field is invalid, or the action is rejected, it shows the form again with what was typed and the
    /// problems.
    ///
    /// - Parameters:
    ///   - names: the page's names of fields whose names in the rules differ.
    ///   - labels: the labels of fields that differ from those of other pages.
    ///   - invalid: the status of the form with invalid fields.
    ///   - field: the field that a conflict or a denial is about, such as a name that is taken.
    ///   - act: throws before anything is done, or what may be done again: the user is asked to send the form again.
    ///   - again: makes the view of the form. When it fails, because the user may not read that page or the database is
    ///     away, the error of the form stands alone.
    /// - Throws: that error, and one that a form cannot show: something is not found, or a new proof is needed.
    package func form(
        _ fields: Fields,
        named names: [String: String] = [:],
        labels: [String: String] = [:],
        invalid: HTTPResponse.Status = .unprocessableContent,
        at field: (DomainError) -> String? = { _ in nil },
        act: () async throws -> Response,
        again: (FormProblems) async throws -> some ConsoleView
    ) async throws -> Response {
        do {
            try fields.finish()
            return try await act()
        } catch let error as DomainError {
            let problems = try FormProblems(error, at: field(error), named: names, labels: labels, texts)
            guard let view = try? await again(problems) else { throw error }
            if case .denied(let denial) = error { try await record(denial) }
            let failure = WebFailure(error)
            var response = await response(view, status: problems.hasFields ? invalid : failure.status)
            response.headers[.retryAfter] = failure.retryAfter.map { String(max(1, $0.secondsRoundedUp)) }
            return response
        }
    }
}

/// A page inside the frame of the console: of a tenant, or of the installation.
package protocol FramedPage: FormPage {
    /// - Parameters:
    ///   - title: the title of the browser's tab.
    ///   - path: the page of the navigation that is marked as current.
    func frame(_ title: String, at path: String) -> FrameView
}

extension FramedPage {
    /// The confirmation of an action.
    /// - Parameters:
    ///   - path: the page of the navigation that is marked as current.
    ///   - problems: the reason why the confirmed action was rejected.
    package func view(
        of confirmation: Confirmation,
        at path: String,
        _ problems: FormProblems = .none
    ) -> ConfirmationView {
        let frame = frame(confirmation.question, at: path)
        return confirmation.view(frame, form: form(confirmation.action), errors: problems.summary?.withoutLinks)
    }

    /// Responds with the confirmation of an action.
    package func response(_ confirmation: Confirmation, at path: String) async -> Response {
        await response(view(of: confirmation, at: path), status: .ok)
    }
}
