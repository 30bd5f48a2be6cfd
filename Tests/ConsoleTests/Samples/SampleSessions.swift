import Domain

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI

extension Sample {
    static let sessions: [(String, any ConsoleView)] = [
        ("sessions", sessionList(rows: sessionRows, empty: nil, isFiltered: true)),
        (
            "sessions-empty",
            sessionList(
                rows: [],
                empty: EmptyView(
                    "No active sessions",
                    "A session appears here for each device on which a user signs in."
                ),
                isFiltered: false
            )
        ),
    ]

    private static func sessionList(rows: [SessionRowView], empty: EmptyView?, isFiltered: Bool) -> SessionListView {
        SessionListView(
            frame: frame("Sessions", current: "Sessions", isOperator: false),
            action: "/t/acme/sessions",
            user: FieldView(
                "user",
                "User",
                kind: .search,
                hint: nil,
                isRequired: false,
                isVerbatim: true,
                placeholder: "Email, name or ID"
            ),
            state: select("life", "State", ["Active", "Ended", "All"]),
            kind: select("kind", "Type", ["Any type", "App", "Console"]),
            role: select("role", "Role", ["Any role", "Customer"]),
            appVersion: FieldView("app_version", "App version", value: isFiltered ? "2.4.0" : "", isRequired: false),
            deviceModel: FieldView("device_model", "Device model", isRequired: false),
            osVersion: FieldView("os_version", "OS version", isRequired: false),
            seenAfter: FieldView("seen_after", "Last active after", kind: .localTime, isRequired: false),
            seenBefore: FieldView("seen_before", "Last active before", kind: .localTime, isRequired: false),
            errors: isFiltered ? formErrors : nil,
            hasMoreFilters: isFiltered,
            filters: isFiltered ? Sample.filters : [],
            clear: isFiltered ? "/t/acme/sessions" : nil,
            endMatching: "/t/acme/sessions/ending?app_version=2.4.0",
            hasRows: !rows.isEmpty,
            rows: rows,
            empty: empty,
            pager: pager
        )
    }

    private static let sessionRows: [SessionRowView] = [
        session("Grace Hopper", "grace@example.com", "iPhone 15", "iOS 18.2", "2.4.0 (812)", .minutes(2), true),
        session(
            "Karl Benz",
            "karl.friedrich.benz@privaterelay.appleid.com",
            "Karl’s iPhone 13 mini",
            "iOS 17.6",
            "2.4.0 (812)",
            .minutes(9),
            true
        ),
        session("Ada Lovelace", "ada@example.com", "Firefox on Linux", "", "–", .seconds(12), true, isCurrent: true),
        session("No name", "0193a5c2…9f3e21", "iPad Air", "iPadOS 18.1", "2.3.1 (790)", .days(3), false),
    ]

    private static func session(
        _ name: String,
        _ detail: String,
        _ device: String,
        _ system: String,
        _ version: String,
        _ seen: Duration,
        _ isAlive: Bool,
        isCurrent: Bool = false
    ) -> SessionRowView {
        SessionRowView(
            user: UserCellView(initials: Initials.of(name), name: name, detail: detail, href: "/t/acme/users/x"),
            device: device,
            detail: system,
            app: version,
            kind: "app",
            address: "203.0.113.7",
            created: ago(.days(8)),
            lastSeen: ago(seen),
            state: isAlive ? BadgeView(.success, "Active") : BadgeView(.cancelled, "Expired"),
            end: isAlive ? form("/t/acme/sessions/x/ending") : nil,
            isCurrent: isCurrent
        )
    }
}
