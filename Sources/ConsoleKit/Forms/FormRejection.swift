import Domain
import HTTPTypes
import WebCore

/// Why a form with valid fields was rejected. The form itself shows the error, in the language of the page.
package struct FormRejection {
    package let errors: FormErrorsView
    package let notice: NoticeView
    package let status: HTTPResponse.Status

    /// - Parameter field: the field that the error is about, such as a name that is taken.
    /// - Throws: the error itself when the form can't show it: not found, throttled, unavailable.
    package init(_ error: DomainError, at field: String? = nil, _ texts: Texts) throws(DomainError) {
        switch error {
        case .denied(.proofNeeded): throw error
        case .conflict, .denied: break
        case .notFound, .invalid, .throttled, .unavailable: throw error
        }
        let failure = WebFailure(error)
        let (title, detail) = (failure.title(texts), failure.detail(texts))
        errors = FormErrorsView(title: title, problems: [.init(text: detail, fieldID: field.map { "field-\($0)" })])
        notice = NoticeView(.failed, texts("forms.rejection", ["title": .text(title), "detail": .text(detail)]))
        status = failure.status
    }
}
