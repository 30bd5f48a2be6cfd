import Domain
import HTTPTypes
import WebCore

/// Why a form of good values was not carried out, to be said on the form itself.
package struct FormRefusal {
    package let errors: FormErrorsView
    package let notice: NoticeView
    package let status: HTTPResponse.Status

    /// - Throws: the error itself when it is about something else than the wish: not found, busy, down.
    package init(_ error: DomainError) throws(DomainError) {
        switch error {
        case .denied(.proofNeeded): throw error
        case .conflict, .denied: break
        case .notFound, .invalid, .throttled, .unavailable: throw error
        }
        let failure = WebFailure(error)
        errors = FormErrorsView(title: failure.title, problems: [.init(text: failure.detail, fieldID: nil)])
        notice = NoticeView(.failed, "\(failure.title). \(failure.detail)")
        status = failure.status
    }

    /// The same, beside a field: a name that is taken, say.
    package init(_ error: DomainError, at field: String) throws(DomainError) {
        let refusal = try FormRefusal(error)
        errors = FormErrorsView(
            title: refusal.errors.title,
            problems: refusal.errors.problems.map { .init(text: $0.text, fieldID: "field-\(field)") }
        )
        notice = refusal.notice
        status = refusal.status
    }
}
