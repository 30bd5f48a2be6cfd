import ConsoleKit
import Domain
import HTTPTypes

struct TenantFormView: ConsoleView {
    static let template = "tenant-form"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let slug: FieldView
    let cancel: String
}

extension TenantFormView {
    /// What was typed, and what came of it.
    struct Content {
        var name = ""
        var slug = ""
        var result = TenantFormResult()
    }

    init(_ content: Content, _ page: InstallationPage) {
        let texts = page.texts
        self.init(
            frame: page.frame(texts("tenants.form-title"), at: ConsolePaths.tenants),
            breadcrumb: .tenants(current: texts("tenants.new"), texts),
            form: page.form(ConsolePaths.tenants),
            errors: content.result.errors,
            name: FieldView(
                "name",
                texts("tenants.name"),
                value: content.name,
                hint: texts("tenants.name-hint"),
                error: content.result.problems["name"],
                maximumLength: Tenant.nameLengths.upperBound,
                isFocused: content.result.errors == nil
            ),
            slug: FieldView(
                "slug",
                texts("tenants.slug"),
                value: content.slug,
                hint: texts(
                    "tenants.slug-hint",
                    [
                        "lowest": .number(Tenant.Slug.lengths.lowerBound),
                        "highest": .number(Tenant.Slug.lengths.upperBound),
                    ]
                ),
                error: content.result.problems["slug"],
                maximumLength: Tenant.Slug.lengths.upperBound,
                isVerbatim: true
            ),
            cancel: ConsolePaths.tenants
        )
    }
}

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
            let rejection = try FormRejection(error, at: field, texts)
            (errors, status) = (rejection.errors, rejection.status)
        }
    }

    private static func labels(_ texts: Texts) -> [String: String] {
        ["name": texts("tenants.name"), "slug": texts("tenants.slug"), "host": texts("tenants.domain")]
    }
}
