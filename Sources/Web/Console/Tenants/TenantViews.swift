/// The tenants of the installation, for operators.
struct TenantListView: ConsoleView {
    static let template = "tenants"

    let frame: FrameView
    let create: String
    let hasRows: Bool
    let rows: [TenantRowView]
    let empty: EmptyView?
    let pager: PagerView
}

struct TenantRowView: Sendable {
    let name: String
    let slug: String
    let href: String
    let enter: FormView
    let users: String
    let state: BadgeView
    let created: TimeView
}

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

/// What a new tenant's apps need, shown once.
struct TenantCreatedView: ConsoleView {
    static let template = "tenant-created"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let name: String
    let slug: String
    let secrets: [SecretView]
    let example: String
    let enter: FormView
}

struct TenantView: ConsoleView {
    static let template = "tenant"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let name: String
    let slug: String
    let state: BadgeView
    let verdict: VerdictView
    let facts: [FactView]
    let rename: FormView
    let errors: FormErrorsView?
    let nameField: FieldView
    let hasHosts: Bool
    let hosts: [HostRowView]
    let addHost: FormView
    let hostField: FieldView
    let enter: FormView
    let suspend: String?
    let activate: String?
}

struct HostRowView: Sendable {
    let host: String
    let remove: FormView
}
