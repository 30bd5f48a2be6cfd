import Domain

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI

extension Sample {
    static let users: [(String, any ConsoleView)] = [
        ("users", userList(rows: userRows, empty: nil, filters: [])),
        (
            "users-empty",
            userList(
                rows: [],
                empty: EmptyView(
                    "No users yet",
                    "People appear here when they sign up in your app or when you invite them.",
                    command: """
                        curl http://127.0.0.1:8080/api/auth/sign-up \\
                          -H "apikey: $PUBLISHABLE_KEY" -H "Content-Type: application/json" \\
                          -d '{"email":"ada@example.com","password":"correct horse battery","name":"Ada"}'
                        """,
                    link: LinkView(label: "Invite someone", href: "/t/acme/invitations/new")
                ),
                filters: Sample.filters
            )
        ),
        ("user", userPage), ("user-form", userForm), ("user-form-create", userCreate),
        (
            "invitation-link",
            InvitationLinkView(
                frame: frame("Invitation", current: "Users"),
                breadcrumb: crumbs("Users", "Invitation"),
                name: "Vic Reynolds",
                email: "vic@example.com",
                role: "On-call",
                link: "http://127.0.0.1:8080/invitations/gh_i_AZOlwn1OeryN7wEjRWeJq0193a5c27d4e7abc8def0123456789ab",
                expires: "28 Nov 2026, 13:41",
                user: "/t/acme/users/x"
            )
        ),
        (
            "confirmation",
            ConfirmationView(
                frame: frame("End sessions", current: "Sessions"),
                breadcrumb: crumbs("Sessions", "End sessions"),
                question: "End 1,204 sessions?",
                sentences: [
                    "Everyone on app version 2.4.0 is signed out and has to sign in again. Their apps notice with the next request.",
                    "Sessions of people above your level stay.",
                ],
                facts: [FactView("App version", "2.4.0"), FactView("Last active before", at: ago(.hours(2)))],
                preview: [
                    PreviewRowView(title: "Grace Hopper", detail: "iPhone 15 · 2.4.0", note: "2 min ago"),
                    PreviewRowView(title: "Karl Benz", detail: "iPhone 13 mini · 2.4.0", note: "4 min ago"),
                    PreviewRowView(title: "No name", detail: "iPad Air · 2.4.0", note: "1 h ago"),
                ],
                previewTitle: "Most recently active",
                hasPreview: true,
                more: "and 1,201 more",
                form: form("/t/acme/sessions/endings"),
                hidden: [HiddenFieldView(name: "app_version", value: "2.4.0")],
                errors: formErrors,
                confirm: "End 1,204 sessions",
                cancel: "/t/acme/sessions",
                isPossible: true,
                isDangerous: true
            )
        ),
        (
            "find",
            FindView(
                frame: frame("Search", current: ""),
                query: "grace",
                hasUsers: true,
                users: userRows,
                usersHref: "/t/acme/users?q=grace",
                suggestions: [LinkView(label: "Search event messages", href: "/t/acme/events?q=grace")],
                empty: EmptyView("No results for “grace”", "Enter an email address, a name or an ID.")
            )
        ),
    ]

    private static func userList(rows: [UserRowView], empty: EmptyView?, filters: [ActiveFilterView]) -> UserListView {
        UserListView(
            frame: frame("Users", current: "Users"),
            total: "1,024,551",
            create: "/t/acme/users/new",
            invite: "/t/acme/invitations/new",
            action: "/t/acme/users",
            query: "",
            role: select("role", "Role", ["Any role", "Customer", "Driver"]),
            provider: select("provider", "Sign-in method", ["Any method", "Apple", "Password"]),
            state: select("state", "State", ["Any state", "Active", "Disabled"]),
            sort: select("sort", "Sort by", ["Newest first", "Name", "Email", "Last active"]),
            filters: filters,
            clear: filters.isEmpty ? nil : "/t/acme/users",
            hasRows: !rows.isEmpty,
            rows: rows,
            empty: empty,
            pager: pager
        )
    }

    static let userRows: [UserRowView] = [
        row("Ada Lovelace", "ada@example.com", "Admin", "Apple", .success, "Active", "3", .minutes(2)),
        row("Grace Hopper", "grace@example.com", "Partner", "Apple, password", .success, "Active", "2", .hours(1)),
        row(
            "Karl Benz",
            "karl.friedrich.benz@privaterelay.appleid.com",
            "Driver",
            "Apple",
            .rejected,
            "Disabled",
            "0",
            .days(9)
        ),
        row("No name", "0193a5c2…9f3e21", "Customer", "Apple", .success, "Active", "1", .minutes(4)),
        row("Vic Reynolds", "vic@example.com", "On-call", "Password", .cancelled, "Invited", "0", nil),
    ]

    private static func row(
        _ name: String,
        _ detail: String,
        _ role: String,
        _ providers: String,
        _ tone: BadgeView.Tone,
        _ state: String,
        _ sessions: String,
        _ seen: Duration?
    ) -> UserRowView {
        UserRowView(
            user: UserCellView(initials: Initials.of(name), name: name, detail: detail, href: "/t/acme/users/x"),
            role: role,
            providers: providers,
            state: BadgeView(tone, state),
            sessions: sessions,
            lastSeen: seen.map(ago),
            created: ago(.days(40))
        )
    }

    private static let userPage = UserView(
        frame: frame("Grace Hopper", current: "Users", notice: NoticeView(.success, "The role is now Partner.")),
        breadcrumb: crumbs("Users", "Grace Hopper"),
        initials: "GH",
        name: "Grace Hopper",
        state: BadgeView(.success, "Active"),
        role: BadgeView(.plain, "Partner"),
        verdict: VerdictView(.success, "Grace is signed in on 2 devices,", "last active 2 min ago on iPhone 15."),
        facts: [
            FactView("Email", "grace@example.com"),
            FactView("ID", "0193a5c2-7d4e-7abc-8def-0123456789ab", isCode: true),
            FactView("Role", "Partner", href: "/t/acme/roles"), FactView("Created", at: ago(.days(40))),
            FactView("Last active", at: ago(.minutes(2))),
        ],
        identities: [
            IdentityRowView(
                provider: "Apple",
                subject: "001234.abcdef…0987",
                created: ago(.days(40)),
                lastUsed: ago(.minutes(20))
            ),
            IdentityRowView(provider: "Password", subject: "grace@example.com", created: ago(.days(3)), lastUsed: nil),
        ],
        apple: AppleLinkView(
            badge: BadgeView(.success, "Linked"),
            facts: [
                FactView("Linked", at: ago(.days(40))), FactView("Last verified", at: ago(.hours(7))),
                FactView("Email relay", "Turned off by the user 3 days ago: email to this address does not arrive"),
            ]
        ),
        showsSessions: true,
        hasSessions: true,
        sessions: [
            UserSessionRowView(
                device: "iPhone 15",
                detail: "iOS 18.2 · app",
                address: "203.0.113.7",
                appVersion: "2.4.0 (812)",
                lastSeen: ago(.minutes(2)),
                state: BadgeView(.success, "Active"),
                end: form("/t/acme/sessions/x/ending"),
                isCurrent: true
            ),
            UserSessionRowView(
                device: "Firefox on Linux",
                detail: "console",
                address: "2001:db8:85a3::8a2e:370:7334",
                appVersion: "–",
                lastSeen: ago(.hours(3)),
                state: BadgeView(.success, "Active"),
                end: form("/t/acme/sessions/y/ending"),
                isCurrent: false
            ),
            UserSessionRowView(
                device: "iPhone 12",
                detail: "iOS 17.6 · app",
                address: "203.0.113.7",
                appVersion: "2.1.0 (640)",
                lastSeen: ago(.days(12)),
                state: BadgeView(.cancelled, "Signed out"),
                end: nil,
                isCurrent: false
            ),
        ],
        sessionsNote: "2 active",
        sessionsHref: "/t/acme/sessions?user=x",
        endAll: LinkView(label: "End all sessions", href: "/t/acme/users/x/sessions/ending"),
        showsEvents: true,
        hasEvents: true,
        events: [
            UserEventRowView(
                time: ago(.minutes(2)),
                title: "keychain.locked",
                detail: "Save session · client",
                href: "/t/acme/events/1",
                attempt: "/t/acme/attempts/0af7651916cd43dd8448eb211c80319c",
                outcome: BadgeView(.failed, "Failed")
            ),
            UserEventRowView(
                time: ago(.minutes(3)),
                title: "Token exchange",
                detail: "server",
                href: "/t/acme/events/2",
                attempt: nil,
                outcome: BadgeView(.success, "Success")
            ),
        ],
        eventsHref: "/t/acme/events?user=x",
        attemptsHref: "/t/acme/attempts?user=x",
        showsAudit: true,
        hasAudit: true,
        audit: [
            UserAuditRowView(
                time: ago(.minutes(1)),
                sentence: "Role changed",
                actor: "by Ada Lovelace",
                change: "customer → partner"
            ),
            UserAuditRowView(time: ago(.days(40)), sentence: "User signed up", actor: "by themselves", change: nil),
        ],
        auditHref: "/t/acme/audit?target=x",
        edit: "/t/acme/users/x/edit",
        invite: form("/t/acme/users/x/invitation"),
        roleForm: RoleChoiceView(
            form: form("/t/acme/users/x/role"),
            role: select(
                "role",
                "Role",
                ["Partner", "Customer", "Driver", "On-call", "Admin"],
                hint: "A new role ends their console sessions. The app sees it with its next request."
            )
        ),
        hasActs: true,
        disable: "/t/acme/users/x/disabling",
        enable: form("/t/acme/users/x/enabling"),
        delete: "/t/acme/users/x/deletion",
        deleteEvents: "/t/acme/users/x/events/deletion"
    )

    private static let userForm = UserFormView(
        frame: frame("Edit", current: "Users"),
        breadcrumb: crumbs("Users", "Edit"),
        title: "Edit Grace Hopper",
        introduction: "Apps see the changes with their next request.",
        form: form("/t/acme/users/x"),
        errors: formErrors,
        name: FieldView("name", "Name", value: "Grace Hopper", isRequired: false),
        email: FieldView(
            "email",
            "Email",
            kind: .email,
            value: "grace@",
            error: "This is not an email address, like ada@example.com."
        ),
        password: nil,
        role: nil,
        submit: "Save",
        cancel: "/t/acme/users/x"
    )

    private static let userCreate = UserFormView(
        frame: frame("Create user", current: "Users"),
        breadcrumb: crumbs("Users", "New"),
        title: "Create user",
        introduction: "The user can sign in immediately. To let them choose their own password, invite them instead.",
        form: form("/t/acme/users"),
        errors: nil,
        name: FieldView("name", "Name", isRequired: false, isFocused: true),
        email: FieldView("email", "Email", kind: .email),
        password: FieldView(
            "password",
            "Password",
            kind: .password,
            hint: "8 characters or more.",
            autocomplete: "new-password",
            isRequired: false
        ),
        role: select("role", "Role", ["Customer", "Driver", "Partner"]),
        submit: "Create user",
        cancel: "/t/acme/users"
    )
}
