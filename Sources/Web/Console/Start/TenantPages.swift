import Domain

/// The pages of a tenant that stand in the navigation, and what each needs.
enum TenantPages {
    struct Page {
        let label: String
        let path: String
        let needs: PermissionName
    }

    private static func all(_ slug: Tenant.Slug) -> [(heading: String, pages: [Page])] {
        [
            ("Monitoring", [Page(label: "Events", path: ConsolePaths.events(slug), needs: .readEvents)]),
            (
                "People",
                [
                    Page(label: "Users", path: ConsolePaths.users(slug), needs: .readUsers),
                    Page(label: "Sessions", path: ConsolePaths.sessions(slug), needs: .readSessions),
                    Page(label: "Team", path: ConsolePaths.members(slug), needs: .readUsers),
                    Page(label: "Roles", path: ConsolePaths.roles(slug), needs: .readRoles),
                ]
            ),
            (
                "Tenant",
                [
                    Page(label: "Audit log", path: ConsolePaths.audit(slug), needs: .readAudit),
                    Page(label: "API keys", path: ConsolePaths.keys(slug), needs: .readKeys),
                    Page(label: "Settings", path: ConsolePaths.settings(slug), needs: .readSettings),
                ]
            ),
        ]
    }

    /// What a visitor may open, without the groups of which they may open nothing.
    static func groups(_ slug: Tenant.Slug, open access: Access) -> [(heading: String, pages: [Page])] {
        all(slug).map { ($0.heading, $0.pages.filter { access.allows($0.needs) }) }.filter { !$0.1.isEmpty }
    }

    /// Where a visitor begins; nil when there is nothing for them.
    static func first(_ slug: Tenant.Slug, open access: Access) -> String? {
        groups(slug, open: access).first?.pages.first?.path
    }
}
