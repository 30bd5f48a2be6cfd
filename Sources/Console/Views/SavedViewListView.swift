import ConsoleKit
import Domain
import UseCases

/// The saved views of events that the user sees, and the form for a new one.
struct SavedViewListView: FramedView {
    static let template = "views"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let rows: [SavedViewRowView]
    let hasRows: Bool
    let empty: EmptyView?
    let create: SavedViewFormView
}

extension SavedViewListView {
    init(_ views: [ListedView], _ form: SavedViewForm, _ page: TenantPage, _ problems: FormProblems = .none) {
        let texts = page.texts
        self.init(
            frame: page.frame(texts("views.title"), at: page.paths.events),
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("events.title"), href: page.paths.events)],
                current: texts("views.title")
            ),
            rows: views.map { SavedViewRowView($0, page) },
            hasRows: !views.isEmpty,
            empty: views.isEmpty ? EmptyView(texts("views.empty-title"), texts("views.empty-text")) : nil,
            create: SavedViewFormView(form, problems, action: page.paths.views, page)
        )
    }
}

/// A form for the name of a saved view, and who sees it.
struct SavedViewEditView: FramedView {
    static let template = "view-form"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let heading: String
    let edit: SavedViewFormView
    let delete: String
}

extension SavedViewEditView {
    init(_ view: SavedView, _ form: SavedViewForm, _ page: TenantPage, _ problems: FormProblems = .none) {
        let texts = page.texts
        self.init(
            frame: page.frame(texts("views.edit-title"), at: page.paths.events),
            breadcrumb: .savedViews(VisibleText.escaped(view.name), page),
            heading: VisibleText.escaped(view.name),
            edit: SavedViewFormView(form, problems, action: page.paths.view(view.id), page, isNew: false),
            delete: page.paths.viewDeletion(view.id)
        )
    }
}

struct SavedViewFormView: Sendable {
    let form: FormView
    let errors: FormErrorsView?
    /// What the form saves.
    let question: String
    let hidden: [HiddenFieldView]
    let name: FieldView
    let sharing: SelectView
}

extension SavedViewFormView {
    /// - Parameter isNew: a new view takes its question from hidden fields; another one keeps its own.
    fileprivate init(
        _ typed: SavedViewForm,
        _ problems: FormProblems,
        action: String,
        _ page: TenantPage,
        isNew: Bool = true
    ) {
        let texts = page.texts
        let query = typed.query.isEmpty ? [] : [HiddenFieldView(name: "q", value: typed.query)]
        self.init(
            form: page.form(action),
            errors: problems.summary,
            question: texts.question(typed.query, typed.filters),
            hidden: isNew
                ? query + typed.filters.map { HiddenFieldView(name: $0.name, value: $0.value) }
                : (typed.version.map { [HiddenFieldView(name: "version", value: String($0))] } ?? []),
            name: FieldView(
                "view_name",
                texts("views.name"),
                value: typed.name,
                error: problems["view_name"],
                maximumLength: SavedView.nameMaximumLength,
                isFocused: problems["view_name"] != nil
            ),
            sharing: SelectView(
                "shared",
                texts("views.sharing"),
                options: [
                    OptionView(value: "no", label: texts("views.private"), isSelected: !typed.isShared),
                    OptionView(value: "yes", label: texts("views.shared"), isSelected: typed.isShared),
                ],
                hint: texts("views.sharing-hint"),
                error: problems["shared"]
            )
        )
    }
}

struct SavedViewRowView: Sendable {
    let name: String
    /// The events of the view.
    let href: String
    /// What is asked: the query, the filters and the period.
    let question: String
    let state: BadgeView
    let changed: TimeView
    /// Nil for users who may not change it.
    let edit: String?
    let delete: String?
}

extension SavedViewRowView {
    fileprivate init(_ listed: ListedView, _ page: TenantPage) {
        let (view, texts) = (listed.view, page.texts)
        let address = view.filters.all.reduce(PageAddress(page.paths.events)) { $0.with($1.name, $1.value) }
        self.init(
            name: VisibleText.escaped(view.name),
            href: address.with("q", view.query).href,
            question: texts.question(view.query, view.filters.all),
            state: BadgeView(.plain, texts(view.isShared ? "views.state-shared" : "views.state-private")),
            changed: page.clock.relative(view.updatedAt),
            edit: listed.canChange ? page.paths.view(view.id) : nil,
            delete: listed.canChange ? page.paths.viewDeletion(view.id) : nil
        )
    }
}

extension Texts {
    /// `Period: 7 d · Step: Refresh · code:keychain.*`
    fileprivate func question(_ query: String, _ filters: [(name: String, value: String)]) -> String {
        let parts = filters.map { name, value in
            let (label, shown) = filter(name, value)
            return self("common.filter", ["label": .text(label), "value": .text(VisibleText.escaped(shown))])
        }
        let whole = parts + (query.isEmpty ? [] : [VisibleText.escaped(query)])
        return whole.isEmpty ? self("views.everything") : whole.joined(separator: " · ")
    }

    /// The label and the value of a filter of the Events page, by the name of its field.
    private func filter(_ name: String, _ value: String) -> (label: String, value: String) {
        if let dimension = EventDimension.allCases.first(where: { $0.name == name }) {
            return (dimension.label(self), dimension.text(ofValue: value, self))
        }
        switch name {
        case "range": return (self("events.period"), EventSearch.Range(rawValue: value)?.label(self) ?? value)
        case "from": return (self("events.from"), value)
        case "to": return (self("events.to"), value)
        default: return (name, value)
        }
    }
}

extension Confirmation {
    static func deletion(of listed: ListedView, _ page: TenantPage) -> Confirmation {
        let texts = page.texts
        let name = VisibleText.escaped(listed.view.name)
        return Confirmation(
            question: texts("views.deletion-title", ["name": .text(name)]),
            sentences: [texts(listed.view.isShared ? "views.deletion-shared" : "views.deletion-private")],
            action: page.paths.viewDeletion(listed.view.id),
            confirm: texts("views.delete"),
            cancel: page.paths.views,
            isPossible: listed.canChange,
            breadcrumb: .savedViews(name, page)
        )
    }
}

extension BreadcrumbView {
    fileprivate static func savedViews(_ current: String, _ page: TenantPage) -> BreadcrumbView {
        BreadcrumbView(
            links: [
                LinkView(label: page.texts("events.title"), href: page.paths.events),
                LinkView(label: page.texts("views.title"), href: page.paths.views),
            ],
            current: current
        )
    }
}
