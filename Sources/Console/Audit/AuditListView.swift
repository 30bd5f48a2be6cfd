import ConsoleKit
import Domain
import Foundation
import UseCases

/// The list of the audit log.
struct AuditListView: FramedView {
    static let template = "audit"

    var frame: FrameView
    let chain: VerdictView
    let tabs: [NavigationLinkView]
    let action: String
    /// Keeps the tab.
    let kind: HiddenFieldView
    let actionFilter: SelectView
    let user: FieldView
    let actor: FieldView
    let target: FieldView
    let errors: FormErrorsView?
    let filters: [ActiveFilterView]
    let clear: String?
    let hasRows: Bool
    let rows: [AuditRowView]
    let empty: EmptyView?
    let pager: PagerView
}

extension AuditListView {
    init(_ list: AuditList, _ page: TenantPage) {
        let texts = page.texts
        let search = list.search
        let entries = list.entries
        let path = page.paths.audit
        let address = PageAddress(
            path,
            [
                "kind": search.kind, "action": search.filter.action?.rawValue, "user": search.user,
                "actor": search.actor, "target": search.target,
            ]
        )
        let filters = Self.filters(search, address, texts)
        self.init(
            frame: page.frame(texts("audit.title"), at: path),
            chain: VerdictView(list, page),
            tabs: Self.tabs(search, address, texts),
            action: path,
            kind: HiddenFieldView(name: "kind", value: search.filter.kind?.rawValue ?? AuditSearch.all),
            actionFilter: Self.actions(search, texts),
            user: Self.field("user", texts("audit.user"), search.user, search, texts),
            actor: Self.field("actor", texts("audit.column-actor"), search.actor, search, texts),
            target: Self.field("target", texts("audit.target"), search.target, search, texts),
            errors: search.problems.summary,
            filters: filters,
            clear: filters.isEmpty ? nil : path,
            hasRows: !entries.items.isEmpty,
            rows: entries.items.map { AuditRowView($0, list.names, page) },
            empty: entries.items.isEmpty ? Self.nothing(search, texts) : nil,
            pager: PagerView(entries, at: address, order: "common.order.newest-first", texts)
        )
    }

    private static func nothing(_ search: AuditSearch, _ texts: Texts) -> EmptyView {
        search.problems.summary == nil
            ? EmptyView(texts("audit.empty-title"), texts("audit.empty-text")) : .noSearch(texts)
    }

    private static func actions(_ search: AuditSearch, _ texts: Texts) -> SelectView {
        let all = OptionView(value: "", label: texts("audit.all-actions"), isSelected: search.filter.action == nil)
        return SelectView(
            "action",
            texts("audit.column-action"),
            options: [all],
            groups: AuditTopic.allCases.map { topic in
                let actions = AuditEntry.Action.allCases.filter { AuditTopic($0) == topic }
                return OptionGroupView(
                    topic.label(texts),
                    actions.map {
                        OptionView(value: $0.rawValue, label: $0.label(texts), isSelected: $0 == search.filter.action)
                    }
                )
            },
            error: search.problems["action"]
        )
    }

    /// All entries, or those of one kind, with the other filters.
    private static func tabs(_ search: AuditSearch, _ address: PageAddress, _ texts: Texts) -> [NavigationLinkView] {
        let kinds: [AuditEntry.Kind?] = AuditEntry.Kind.allCases + [nil]
        return kinds.map { kind in
            let name = kind?.rawValue ?? AuditSearch.all
            return NavigationLinkView(
                label: texts(TextKey("audit.kind.\(name)")),
                href: address.with("action", nil).with("kind", name).href,
                isCurrent: kind == search.filter.kind
            )
        }
    }

    private static func field(
        _ name: String,
        _ label: String,
        _ value: String,
        _ search: AuditSearch,
        _ texts: Texts
    ) -> FieldView {
        FieldView(
            name,
            label,
            value: VisibleText.escaped(value),
            error: search.problems[name],
            maximumLength: AuditSearch.textMaximumLength,
            isRequired: false,
            isVerbatim: true,
            placeholder: texts("audit.id-example")
        )
    }

    private static func filters(_ search: AuditSearch, _ address: PageAddress, _ texts: Texts) -> [ActiveFilterView] {
        let active: [(name: String, label: String?)] = [
            ("action", search.filter.action?.label(texts)),
            ("user", filter("audit.filter-user", search.user, texts)),
            ("actor", filter("audit.filter-actor", search.actor, texts)),
            ("target", filter("audit.filter-target", search.target, texts)),
        ]
        return active.compactMap { name, label in
            label.map { ActiveFilterView(label: $0, removeHref: address.with(name, nil).href) }
        }
    }

    private static func filter(_ key: TextKey, _ text: String, _ texts: Texts) -> String? {
        text.isEmpty ? nil : texts(key, ["text": .text(VisibleText.escaped(text))])
    }
}

extension VerdictView {
    /// Whether the hash chain is intact, and its end, which can be noted elsewhere.
    fileprivate init(_ list: AuditList, _ page: TenantPage) {
        let texts = page.texts
        let hash = list.head.hash.prefix(6).map { String(format: "%02x", $0) }.joined()
        let end = texts("audit.chain-hash", ["hash": .text(hash)])
        switch list.verification {
        case nil:
            self.init(
                .plain,
                texts("audit.chain", count: Int(list.head.sequence)),
                "\(texts("audit.chain-unchecked")) \(end)"
            )
        case .whole(let sequence, let read, let followed):
            let (clock, number) = (page.clock, TextArgument.number(Int(sequence)))
            let isFresh = followed > clock.now - .minutes(10) && read > clock.now - .days(2)
            let rest = texts("audit.chain-followed", ["number": number, "time": .text(clock.inSentence(followed))])
            self.init(
                isFresh ? .success : .plain,
                texts("audit.chain-whole", ["time": .text(clock.inSentence(read))]),
                "\(rest) \(end)"
            )
        case .broken(let sequence):
            self.init(
                .failed,
                texts("audit.chain-broken", ["number": .number(Int(sequence))]),
                texts("audit.chain-broken-rest")
            )
        }
    }
}

struct AuditRowView: Sendable {
    let sequence: String
    let time: TimeView
    /// `Role changed`
    let title: String
    /// `user.role_assigned`
    let code: String
    let actor: String
    /// What distinguishes actors with the same label: an address, an id.
    let actorDetail: String?
    let actorHref: String?
    let target: String?
    let targetHref: String?
    let changes: [ChangeView]
    let address: String
    let request: String?
}

extension AuditRowView {
    init(_ entry: AuditEntry, _ names: AuditNames, _ page: TenantPage) {
        let texts = page.texts
        let actor = AuditActor(entry.actor, names)
        let target = entry.target.map { AuditTarget($0, names, page) }
        self.init(
            sequence: NumberText.grouped(Int(entry.sequence), in: texts.language),
            time: page.clock.relative(entry.at),
            title: entry.action.label(texts),
            code: entry.action.rawValue,
            actor: actor.label(texts),
            actorDetail: actor.detail(texts),
            actorHref: actor.href(page),
            target: target?.label,
            targetHref: target?.href,
            changes: entry.changes.map {
                ChangeView(
                    field: $0.label(texts),
                    before: entry.value($0.before, of: $0.field, texts),
                    after: entry.value($0.after, of: $0.field, texts)
                )
            },
            address: VisibleText.escaped(entry.address ?? "–"),
            request: entry.requestID.map { VisibleText.escaped(ShortID.of($0)) }
        )
    }
}

/// The object of an audited action: its name, else its kind and id.
struct AuditTarget: Sendable, Hashable {
    let label: String
    /// The page of the object; nil when there is none that the user may open.
    let href: String?

    private init(_ label: String, href: String?) {
        self.label = label
        self.href = href
    }

    init(_ target: AuditEntry.Target, _ names: AuditNames, _ page: TenantPage) {
        let short = VisibleText.escaped(ShortID.of(target.id))
        let unnamed = target.subject.label(id: short, page.texts)
        switch target.subject {
        case .user:
            guard let id = User.ID(target.id) else {
                self.init(target.subject.label(id: VisibleText.escaped(target.id), page.texts), href: nil)
                return
            }
            guard let name = names[id] else {
                self.init(unnamed, href: nil)
                return
            }
            self.init(name, href: page.paths.user(id))
        case .role:
            self.init(
                target.subject.label(id: VisibleText.escaped(target.id), page.texts),
                href: page.access.allows(.readRoles) ? page.paths.roles : nil
            )
        case .key: self.init(unnamed, href: page.access.allows(.readKeys) ? page.paths.keys : nil)
        case .session:
            guard let session = Session.ID(target.id).flatMap({ names[$0] }) else {
                self.init(unnamed, href: nil)
                return
            }
            let device = session.device.title(page.texts)
            self.init(
                [names[session.user], device].compactMap(\.self).joined(separator: " · "),
                href: names[session.user] == nil ? nil : page.paths.user(session.user)
            )
        case .tenant: self.init(VisibleText.escaped(page.tenant.name), href: nil)
        default: self.init(unnamed, href: nil)
        }
    }
}

struct ChangeView: Sendable {
    let field: String
    let before: String?
    let after: String?
}

/// What the page of the audit log shows: some entries, the names in them, and the search that found them.
struct AuditList {
    let entries: Page<AuditEntry>
    let head: AuditHead
    let verification: AuditVerification.State?
    let search: AuditSearch
    let names: AuditNames
}
