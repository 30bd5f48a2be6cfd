import ConsoleKit
import Domain

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
