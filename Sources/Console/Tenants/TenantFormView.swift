import ConsoleKit
import Domain

struct TenantFormView: FramedView {
    static let template = "tenant-form"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let slug: FieldView
    let cancel: String
}

extension TenantFormView {
    /// What was typed.
    struct Content {
        var name = ""
        var slug = ""
    }

    init(_ content: Content, _ page: InstallationPage, _ problems: FormProblems = .none) {
        let texts = page.texts
        self.init(
            frame: page.frame(texts("tenants.form-title"), at: ConsolePaths.tenants),
            breadcrumb: .tenants(current: texts("tenants.new"), texts),
            form: page.form(ConsolePaths.tenants),
            errors: problems.summary,
            name: FieldView(
                "name",
                texts("tenants.name"),
                value: content.name,
                hint: texts("tenants.name-hint"),
                error: problems["name"],
                maximumLength: Tenant.nameLengths.upperBound,
                isFocused: problems.summary == nil
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
                error: problems["slug"],
                maximumLength: Tenant.Slug.lengths.upperBound,
                isVerbatim: true
            ),
            cancel: ConsolePaths.tenants
        )
    }
}
