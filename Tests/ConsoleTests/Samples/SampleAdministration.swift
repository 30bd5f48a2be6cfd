import Domain
import Fixtures

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

extension Sample {
    private static let texts = TestTexts.catalogue.texts(in: .english)

    static let administration: [(String, any ConsoleView)] = [
        ("audit", auditList(isEmpty: false)), ("audit-empty", auditList(isEmpty: true)),
        ("keys", keyList(isEmpty: false)),
        ("keys-empty", keyList(isEmpty: true)),
        ("key-created", newKey), ("signing-keys", signingKeys),
        ("roles", roleList),
        ("role-form", roleForm), ("role", rolePage),
        ("tenants", tenantOverview(isEmpty: false)), ("tenants-empty", tenantOverview(isEmpty: true)),
        ("tenants-by-slug", tenantList), ("tenant", tenant),
        ("tenant-form", tenantForm), ("tenant-created", tenantCreated),
    ]

    private static func auditList(isEmpty: Bool) -> AuditListView {
        AuditListView(
            frame: frame("Audit log", current: "Audit log"),
            chain: VerdictView(.plain, "1,204 entries in a hash chain,", "last hash 4549a1…"),
            tabs: [
                NavigationLinkView(label: "Changes", href: "/t/acme/audit", isCurrent: true),
                NavigationLinkView(label: "All", href: "/t/acme/audit?kind=all", isCurrent: false),
            ],
            action: "/t/acme/audit",
            kind: HiddenFieldView(name: "kind", value: "changes"),
            actionFilter: select("action", "Action", ["All actions", "Role changed", "Session ended"]),
            user: FieldView("user", "About user", hint: nil, isRequired: false),
            actor: FieldView("actor", "Actor", hint: nil, isRequired: false),
            target: FieldView("target", "Target", hint: nil, isRequired: false),
            errors: isEmpty ? formErrors : nil,
            filters: isEmpty ? Sample.filters : [],
            clear: isEmpty ? "/t/acme/audit" : nil,
            hasRows: !isEmpty,
            rows: isEmpty ? [] : auditRows,
            empty: isEmpty ? EmptyView("No matching entries", "Remove a filter.") : nil,
            pager: pager
        )
    }

    private static let auditRows: [AuditRowView] = [
        AuditRowView(
            sequence: "1,204",
            time: ago(.minutes(1)),
            title: "Role changed",
            code: "user.role_assigned",
            actor: "Ada Lovelace",
            actorDetail: nil,
            actorHref: "/t/acme/users/x",
            target: "user 0193a5c2…4789ab",
            targetHref: "/t/acme/users/y",
            changes: [ChangeView(field: "role", before: "customer", after: "partner")],
            address: "203.0.113.7",
            request: "0193a5c2…4789ab"
        ),
        AuditRowView(
            sequence: "1,203",
            time: ago(.hours(2)),
            title: "Sessions ended",
            code: "sessions.ended",
            actor: "An operator",
            actorDetail: "0193a5c2…9f3e21",
            actorHref: nil,
            target: "user 0193a5c2…4789ab",
            targetHref: nil,
            changes: [
                ChangeView(field: "count", before: nil, after: "1204"),
                ChangeView(field: "filter", before: nil, after: "app_version=2.4.0"),
            ],
            address: "2001:db8::1",
            request: nil
        ),
        AuditRowView(
            sequence: "1,202",
            time: ago(.days(2)),
            title: "Restored from a backup",
            code: "installation.restored",
            actor: "Gatehouse",
            actorDetail: nil,
            actorHref: nil,
            target: nil,
            targetHref: nil,
            changes: [],
            address: "–",
            request: nil
        ),
    ]

    private static func keyList(isEmpty: Bool) -> KeyListView {
        KeyListView(
            frame: frame("API keys", current: "API keys"),
            rows: isEmpty ? [] : keyRows,
            hasRows: !isEmpty,
            empty: isEmpty ? EmptyView("No API keys", "A key identifies this tenant.") : nil,
            create: KeyFormView(
                form: form("/t/acme/keys"),
                errors: isEmpty ? formErrors : nil,
                name: FieldView(
                    "name",
                    "Name",
                    hint: "Where it is used, like iOS app or billing backend.",
                    maximumLength: 100
                ),
                kind: select(
                    "kind",
                    "Type",
                    ["Publishable, to sign users in", "Ingest, to send events", "Secret, for your backend"]
                )
            ),
            signing: "/t/acme/keys/signing",
            pager: pager
        )
    }

    private static let signingKeys = SigningKeyListView(
        frame: frame("Signing keys", current: "API keys"),
        breadcrumb: crumbs("Keys", "Signing keys"),
        rows: [
            SigningKeyRowView(
                name: "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs",
                state: BadgeView(.success, "Current"),
                from: ago(.days(80)),
                until: ago(.minutes(-15))
            ),
            SigningKeyRowView(
                name: "9jg46WB3rR_AHD-EBXdN7cBkH1WOu0tA3M9fm21mqTI",
                state: BadgeView(.plain, "Next"),
                from: ago(.minutes(-15)),
                until: nil
            ),
        ],
        address: "http://127.0.0.1:8080/t/acme/.well-known/jwks.json",
        rotate: "/t/acme/keys/signing/rotation",
        replace: "/t/acme/keys/signing/replacement"
    )

    private static let keyRows: [KeyRowView] = [
        KeyRowView(
            name: "iOS app",
            hint: "gh_pk_AZOl…x7Qa",
            kind: "Publishable",
            purpose: "sign-in, in apps",
            state: BadgeView(.success, "Active"),
            created: ago(.days(40)),
            lastUsed: ago(.minutes(1)),
            revoke: "/t/acme/keys/x/revocation"
        ),
        KeyRowView(
            name: "Billing back end",
            hint: "gh_sk_AZOl…9Kfe",
            kind: "Secret",
            purpose: "management, server only",
            state: BadgeView(.cancelled, "Revoked"),
            created: ago(.days(400)),
            lastUsed: nil,
            revoke: nil
        ),
    ]

    private static let secrets = [
        SecretView(
            id: "secret-publishable",
            label: "Publishable key",
            value: "gh_pk_AZOlwn1OeryN7wEjRWeJqwAZOlwn1OeryN7wEjRWeJqwAZOlwn1OeryN7wEj",
            hint: "Identifies the tenant; safe in apps."
        ),
        SecretView(
            id: "secret-ingest",
            label: "Ingest key",
            value: "gh_ik_AZOlwn1OeryN7wEjRWeJqwAZOlwn1OeryN7wEjRWeJqwAZOlwn1OeryN7wEj",
            hint: "Can only send events; safe in apps."
        ),
    ]

    private static let example = """
        curl http://127.0.0.1:8080/api/auth/sign-up \\
          -H "apikey: gh_pk_AZOlwn1OeryN7wEjRWeJqwAZOlwn1OeryN7wEjRWeJqw" -H "Content-Type: application/json" \\
          -d '{"email":"ada@example.com","password":"correct horse battery","name":"Ada"}'
        """

    private static let newKey = NewKeyView(
        frame: frame("New key", current: "API keys"),
        breadcrumb: crumbs("Keys", "New key"),
        name: "iOS app",
        secrets: [secrets[0]],
        example: example,
        exampleTitle: "Try it: sign up a user",
        done: "/t/acme/keys"
    )

    private static let roleList = RoleListView(
        frame: frame("Roles", current: "Roles"),
        create: "/t/acme/roles/new",
        roles: Role.builtIn.map {
            RoleRowView(
                title: $0.title,
                href: "/t/acme/roles/admin",
                name: $0.name.description,
                rank: String($0.rank),
                permissions: "\($0.permissions.count) of 12",
                users: "12",
                origin: "Built-in",
                edit: nil,
                delete: nil
            )
        } + [
            RoleRowView(
                title: "Support",
                href: "/t/acme/roles/support",
                name: "support",
                rank: "40",
                permissions: "3 of 12",
                users: "4",
                origin: "your own",
                edit: "/t/acme/roles/support/edit",
                delete: "/t/acme/roles/support/deletion"
            )
        ],
        columns: Role.builtIn.map { RoleColumnView(title: $0.title) },
        matrix: PermissionName.grantable.map { permission in
            PermissionRowView(
                title: permission.label(texts),
                name: permission.rawValue,
                cells: Role.builtIn.map {
                    PermissionCellView(
                        isGranted: $0.permissions.contains(permission),
                        label: $0.permissions.contains(permission) ? "yes" : "no"
                    )
                }
            )
        }
    )

    private static let roleForm = RoleFormView(
        frame: frame("Create a role", current: "Roles"),
        breadcrumb: crumbs("Roles", "New"),
        heading: "Create a role",
        form: form("/t/acme/roles"),
        errors: formErrors,
        title: FieldView("title", "Name", value: "Support"),
        name: FieldView(
            "name",
            "Name",
            value: "support",
            hint: "Lower-case letters, digits, underscores. It stays.",
            isVerbatim: true
        ),
        rank: FieldView(
            "rank",
            "Level",
            value: "40",
            hint: "From 0 to 100. Members can only manage people at or below their level."
        ),
        note: "4 people have this role. Changes apply from their next request.",
        permissions: PermissionGroup.allCases.map { group in
            PermissionChoicesView(
                title: group.label(texts),
                permissions: group.permissions.map {
                    PermissionChoiceView(
                        id: "permission-\($0.rawValue)",
                        value: $0.rawValue,
                        title: $0.label(texts),
                        meaning: $0.meaning(texts),
                        isChecked: $0 == .readUsers
                    )
                }
            )
        },
        permissionsError: "Choose one of these.",
        submit: "Create the role",
        cancel: "/t/acme/roles"
    )

    private static let rolePage = RoleView(
        frame: frame("Support", current: "Roles"),
        breadcrumb: crumbs("Roles", "Support"),
        title: "Support",
        origin: BadgeView(.plain, "Custom"),
        finding: "Assigned to 4 people. Read-only.",
        edit: "/t/acme/roles/support/edit",
        delete: "/t/acme/roles/support/deletion",
        count: "2 of 14",
        groups: PermissionGroup.allCases.map { group in
            PermissionListView(
                title: group.label(texts),
                permissions: group.permissions.map {
                    PermissionLineView(
                        isGranted: $0 == .readUsers,
                        answer: $0 == .readUsers ? "Yes" : "No",
                        title: $0.label(texts),
                        meaning: $0.meaning(texts)
                    )
                }
            )
        },
        facts: [FactView("ID", "support", isCode: true), FactView("Level", "40 of 100")]
    )

    private static func tenantOverview(isEmpty: Bool) -> InstallationOverviewView {
        InstallationOverviewView(
            frame: frame("Tenants", current: "Tenants"),
            create: "/tenants/new",
            verdict: isEmpty
                ? nil : VerdictView(.failed, "Sign-in has problems in CoachMe.", "45 people are still out."),
            hasRows: !isEmpty,
            rows: isEmpty
                ? []
                : [
                    TenantOverviewRowView(
                        name: "CoachMe",
                        slug: "acme",
                        href: "/t/acme/overview",
                        manage: "/tenants/acme",
                        state: BadgeView(.failed, "Failing"),
                        sentence: "Saving the session failed in 9.0% of 3,698 tries in the last 6 hours.",
                        rate: "89.4%",
                        rateNote: "−8.1 points",
                        chart: Sparkline(
                            columns: (0..<24).map { $0 * 7 % 11 },
                            others: (0..<24).map { 20 + $0 * 5 % 13 },
                            name: "700 events in the last 6 hours, 120 failed"
                        ).drawing,
                        events: "700 · 120 failed",
                        out: "45",
                        users: "1,024,551",
                        figures: "Success rate: 89.4% · still out: 45"
                    ),
                    TenantOverviewRowView(
                        name: "Globex",
                        slug: "globex",
                        href: "/tenants/globex",
                        manage: "/tenants/globex",
                        state: BadgeView(.rejected, "Suspended"),
                        sentence: nil,
                        rate: "–",
                        rateNote: nil,
                        chart: nil,
                        events: nil,
                        out: "–",
                        users: "12",
                        figures: nil
                    ),
                ],
            empty: isEmpty ? noTenants : nil,
            more: isEmpty ? nil : "The worst 50 of 120 tenants.",
            all: "/tenants?order=slug"
        )
    }

    private static let noTenants = EmptyView(
        "No tenants yet",
        "A tenant is one app or organisation with its own users, keys and events.",
        command: "gatehouse tenant create acme --name Acme",
        link: LinkView(label: "Create a tenant", href: "/tenants/new")
    )

    private static let tenantList = TenantListView(
        frame: frame("Tenants", current: "Tenants"),
        create: "/tenants/new",
        hasRows: true,
        rows: [
            TenantRowView(
                name: "CoachMe",
                slug: "acme",
                href: "/tenants/acme",
                enter: form("/tenants/acme/entry"),
                users: "1,024,551",
                state: BadgeView(.success, "Active"),
                created: ago(.days(400))
            )
        ],
        empty: nil,
        pager: pager
    )

    private static let tenant = TenantView(
        frame: frame("CoachMe", current: "Tenants"),
        breadcrumb: crumbs("Tenants", "CoachMe"),
        name: "CoachMe",
        slug: "acme",
        state: BadgeView(.success, "Active"),
        verdict: VerdictView(.success, "CoachMe is active:", "1,024,551 people."),
        facts: [FactView("Slug", "acme", isCode: true), FactView("Created", at: ago(.days(400)))],
        rename: form("/tenants/acme/name"),
        errors: formErrors,
        nameField: FieldView("name", "Name", value: "CoachMe"),
        hasHosts: true,
        hosts: [
            HostRowView(
                host: "sign-in.coachme.example",
                remove: form("/tenants/acme/hosts/sign-in.coachme.example/removal")
            )
        ],
        addHost: form("/tenants/acme/hosts"),
        hostField: FieldView("host", "Domain", isVerbatim: true),
        enter: form("/tenants/acme/entry"),
        suspend: "/tenants/acme/suspension",
        activate: "/tenants/acme/activation"
    )

    private static let tenantForm = TenantFormView(
        frame: frame("Create a tenant", current: "Tenants"),
        breadcrumb: crumbs("Tenants", "New"),
        form: form("/tenants"),
        errors: formErrors,
        name: FieldView("name", "Name", value: "CoachMe"),
        slug: FieldView(
            "slug",
            "Slug",
            hint: "Used in URLs: 2 to 40 lower-case letters, digits and hyphens.",
            isVerbatim: true
        ),
        cancel: "/tenants"
    )

    private static let tenantCreated = TenantCreatedView(
        frame: frame("CoachMe", current: "Tenants"),
        breadcrumb: crumbs("Tenants", "CoachMe"),
        name: "CoachMe",
        slug: "acme",
        secrets: secrets,
        example: example,
        enter: form("/tenants/acme/entry")
    )
}
