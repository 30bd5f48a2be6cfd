import ConsoleKit
import Domain
import Foundation
import UseCases
import WebCore

extension AuditListView {
    init(
        _ page: Page<AuditEntry>,
        head: AuditHead,
        search: AuditSearch,
        names: AuditNames,
        frame: FrameView,
        _ console: Console,
        _ context: TenantContext
    ) {
        let path = ConsolePaths.audit(context.tenant.slug)
        let address = PageAddress(
            path,
            ["action": search.filter.action?.rawValue, "actor": search.actor, "target": search.target]
        )
        let filters = Self.filters(search, address)
        let anything = OptionView(value: "", label: "All actions", isSelected: search.filter.action == nil)
        self.init(
            frame: frame,
            chain: Self.verdict(head),
            action: path,
            actionFilter: SelectView(
                "action",
                "Action",
                options: [anything]
                    + AuditEntry.Action.allCases.map {
                        OptionView(value: $0.rawValue, label: $0.words, isSelected: $0 == search.filter.action)
                    },
                error: search.problems["action"]
            ),
            actor: Self.field("actor", "Actor", search.actor, search.problems),
            target: Self.field("target", "Target", search.target, search.problems),
            errors: search.problems.summary,
            filters: filters,
            clear: filters.isEmpty ? nil : path,
            hasRows: !page.items.isEmpty,
            rows: page.items.map { AuditRowView($0, names: names, console, context) },
            empty: page.items.isEmpty ? Self.nothing(search) : nil,
            pager: PagerView(page, at: address, order: "newest first")
        )
    }

    private static func nothing(_ search: AuditSearch) -> EmptyView {
        search.problems.summary == nil
            ? EmptyView("No matching entries", "Remove a filter or shorten the search.") : .notLookedFor
    }

    private static func field(_ name: String, _ label: String, _ value: String, _ problems: FormProblems) -> FieldView {
        FieldView(
            name,
            label,
            value: VisibleText.escaped(value),
            error: problems[name],
            maximumLength: 320,
            isRequired: false,
            isVerbatim: true,
            placeholder: "Email or ID"
        )
    }

    /// The page does not walk the chain, so it does not say that it is whole.
    private static func verdict(_ head: AuditHead) -> VerdictView {
        let entries = CountText.of(Int(head.sequence), "entry", "entries").capitalizedFirst
        let hash = head.hash.prefix(6).map { String(format: "%02x", $0) }.joined()
        return VerdictView(
            .plain,
            "\(entries) in a hash chain,",
            "last hash \(hash)…; “gatehouse doctor” verifies it."
        )
    }

    private static func filters(_ search: AuditSearch, _ address: PageAddress) -> [ActiveFilterView] {
        let active: [(name: String, label: String?)] = [
            ("action", search.filter.action?.words),
            ("actor", search.actor.isEmpty ? nil : "Actor: \(VisibleText.escaped(search.actor))"),
            ("target", search.target.isEmpty ? nil : "Target: \(VisibleText.escaped(search.target))"),
        ]
        return active.compactMap { name, label in
            label.map { ActiveFilterView(label: $0, removeHref: address.with(name, nil).href) }
        }
    }
}

extension AuditRowView {
    init(_ entry: AuditEntry, names: AuditNames, _ console: Console, _ context: TenantContext) {
        let actor = AuditActor(entry.actor, names, context)
        let target = entry.target.map { Self.target($0, names, context) }
        self.init(
            sequence: CountText.grouped(Int(entry.sequence)),
            time: console.clock(for: context).relative(entry.at),
            title: entry.action.words,
            code: entry.action.rawValue,
            actor: actor.label,
            actorDetail: actor.detail,
            actorHref: actor.href,
            target: target?.label,
            targetHref: target?.href,
            changes: entry.changes.map {
                ChangeView(
                    field: VisibleText.escaped($0.field.replacing("_", with: " ")),
                    before: $0.before.map(VisibleText.escaped),
                    after: $0.after.map(VisibleText.escaped)
                )
            },
            address: VisibleText.escaped(entry.address ?? "–"),
            request: entry.requestID.map { VisibleText.escaped(ShortID.of($0)) }
        )
    }

    private static func target(
        _ target: AuditEntry.Target,
        _ names: AuditNames,
        _ context: TenantContext
    ) -> (label: String, href: String?) {
        let slug = context.tenant.slug
        let short = "\(target.subject.noun) \(VisibleText.escaped(ShortID.of(target.id)))"
        switch target.subject {
        case .user:
            guard let id = User.ID(target.id), let name = names[id] else { return (short, nil) }
            return (name, ConsolePaths.user(id, slug))
        case .role:
            return (
                "role \(VisibleText.escaped(target.id))",
                context.access.allows(.readRoles) ? ConsolePaths.roles(slug) : nil
            )
        case .key: return (short, context.access.allows(.readKeys) ? ConsolePaths.keys(slug) : nil)
        case .tenant: return (VisibleText.escaped(context.tenant.name), nil)
        default: return (short, nil)
        }
    }
}
