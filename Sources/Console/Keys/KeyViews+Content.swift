import ConsoleKit
import Domain
import UseCases
import WebCore

extension KeyFormView {
    /// What was typed into the form, and what is wrong with it.
    struct Typed {
        var name = ""
        var kind: APIKey.Kind?
        var problems = FormProblems([])
    }

    /// - Parameter kinds: those that whoever looks may make.
    init(_ typed: Typed, kinds: [APIKey.Kind], _ form: FormView) {
        self.init(
            form: form,
            errors: typed.problems.summary,
            name: FieldView(
                "name",
                "Name",
                value: typed.name,
                hint: "Where it is used, like iOS app or billing backend.",
                error: typed.problems["name"],
                maximumLength: APIKey.nameMaximumLength,
                isFocused: typed.problems["name"] != nil
            ),
            kind: SelectView(
                "kind",
                "Type",
                options: kinds.map {
                    OptionView(value: $0.rawValue, label: "\($0.words), \($0.use)", isSelected: $0 == typed.kind)
                },
                error: typed.problems["kind"]
            )
        )
    }
}

extension KeyListView {
    init(_ page: Page<APIKey>, form: KeyFormView.Typed, frame: FrameView, _ console: Console, _ context: TenantContext)
    {
        let slug = context.tenant.slug
        let mayManage = context.access.allows(.manageKeys)
        let principal = context.access.principal
        let kinds = APIKey.Kind.allCases.filter { (try? principal.mayMakeKey($0)) != nil }
        self.init(
            frame: frame,
            rows: page.items.map { KeyRowView($0, mayManage: mayManage, console, context) },
            hasRows: !page.items.isEmpty,
            empty: page.items.isEmpty
                ? EmptyView(
                    "No API keys",
                    "An app needs a publishable key to sign users in, and an ingest key to send events."
                ) : nil,
            create: mayManage ? KeyFormView(form, kinds: kinds, console.form(ConsolePaths.keys(slug), context)) : nil,
            signing: ConsolePaths.signingKeys(slug),
            pager: PagerView(page, at: PageAddress(ConsolePaths.keys(slug)), order: "newest first")
        )
    }
}

extension KeyRowView {
    init(_ key: APIKey, mayManage: Bool, _ console: Console, _ context: TenantContext) {
        let works = key.revokedAt == nil
        self.init(
            name: VisibleText.escaped(key.name),
            hint: key.hint,
            kind: key.kind.words,
            purpose: key.kind.shortPurpose,
            state: works ? BadgeView(.success, "Active") : BadgeView(.cancelled, "Revoked"),
            created: console.clock(for: context).relative(key.createdAt),
            lastUsed: key.lastUsedAt.map { console.clock(for: context).relative($0) },
            revoke: works && mayManage ? ConsolePaths.keyRevocation(key.id, context.tenant.slug) : nil
        )
    }
}

extension NewKeyView {
    init(_ key: APIKey, _ text: Credential, frame: FrameView, _ console: Console, _ context: TenantContext) {
        let slug = context.tenant.slug
        let name = VisibleText.escaped(key.name)
        var secrets = [SecretView(text, key.kind)]
        if key.kind == .ingest { secrets.append(SecretView(dsn: text, of: context.tenant, console.address)) }
        self.init(
            frame: frame,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: "API keys", href: ConsolePaths.keys(slug))],
                current: name
            ),
            name: name,
            secrets: secrets,
            example: KeyExample.command(for: key.kind, key: text.text, console.address, tenant: slug.description),
            exampleTitle: KeyExample.title(for: key.kind),
            done: ConsolePaths.keys(slug)
        )
    }
}
