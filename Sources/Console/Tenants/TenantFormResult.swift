import ConsoleKit
import Domain
import HTTPTypes

/// Why a form about a tenant was not carried out. The same form shows it, with what was typed.
struct TenantFormResult {
    var problems = FormProblems.none
    var errors: FormErrorsView?
    var status = HTTPResponse.Status.ok

    init() {}

    /// - Parameter field: that a conflict is about.
    /// - Throws: an error that the form cannot correct.
    init(_ error: DomainError, at field: String, _ texts: Texts) throws(DomainError) {
        if case .invalid(let found) = error {
            problems = FormProblems(found, labels: Self.labels(texts), texts)
            errors = problems.summary
            status = .unprocessableContent
        } else {
            let refusal = try FormRefusal(error, at: field, texts)
            (errors, status) = (refusal.errors, refusal.status)
        }
    }

    private static func labels(_ texts: Texts) -> [String: String] {
        ["name": texts("tenants.name"), "slug": texts("tenants.slug"), "host": texts("tenants.domain")]
    }
}
