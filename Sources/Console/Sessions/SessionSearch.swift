import ConsoleKit
import Domain
import UseCases
import WebCore

/// Which sessions a page is about: what was typed, and what it means.
struct SessionSearch: Sendable {
    enum Life: String, CaseIterable {
        case alive, ended, any
    }

    private(set) var filter: SessionFilter
    private(set) var life: Life
    /// As it was typed, or the id that it was found to mean.
    private(set) var user: String
    private(set) var seenAfter: String
    private(set) var seenBefore: String
    private(set) var problems: [FieldProblem] = []

    /// Reads the fields of a query or a form.
    fileprivate init(_ fields: inout Fields, in zone: ViewerZone) {
        life = fields.optionalOneOf("life", as: Life.self) ?? .alive
        filter = SessionFilter(
            role: fields.optionalValue(
                "role",
                as: Role.Name.self,
                orElse: .localizable("forms.role-choice", "Choose one of the roles.")
            ),
            kind: fields.optionalOneOf("kind"),
            appVersion: fields.optionalText("app_version", maximum: SessionFilter.textMaximumLength),
            osVersion: fields.optionalText("os_version", maximum: SessionFilter.textMaximumLength),
            deviceModel: fields.optionalText("device_model", maximum: SessionFilter.textMaximumLength),
            seenBefore: fields.optionalDateTime("seen_before", zone: zone),
            seenAfter: fields.optionalDateTime("seen_after", zone: zone)
        )
        switch life {
        case .alive: filter.life = .alive
        case .ended: filter.life = .ended
        case .any: break
        }
        user = fields.optionalText("user", maximum: UserQuery.searchMaximumLength) ?? fields.typed("user")
        seenAfter = Self.shown(filter.seenAfter, fields.typed("seen_after"), zone)
        seenBefore = Self.shown(filter.seenBefore, fields.typed("seen_before"), zone)
    }

    fileprivate mutating func set(_ found: User.ID) {
        filter.user = found
        if User.ID(user) == nil { user = found.description }
    }

    /// Keeps the problems, to be shown beside the fields.
    fileprivate mutating func finish(_ fields: Fields) { problems = fields.problems }

    private static func shown(_ time: Timestamp?, _ typed: String, _ zone: ViewerZone) -> String {
        time.map { zone.clock(at: $0).field } ?? typed
    }

    /// The values for URLs and for the hidden fields of a confirmation.
    var parameters: KeyValuePairs<String, String?> {
        [
            "user": user, "life": life == .alive ? nil : life.rawValue, "kind": filter.kind?.rawValue,
            "role": filter.role?.description,
            "app_version": filter.appVersion, "device_model": filter.deviceModel, "os_version": filter.osVersion,
            "seen_after": filter.seenAfter.map(LocalTime.absolute),
            "seen_before": filter.seenBefore.map(LocalTime.absolute),
        ]
    }

    /// The filters in force: `App version`, `2.4.0`.
    func labels(_ roles: RoleTitles, _ page: TenantPage) -> [(name: String, term: String, text: String)] {
        let all: [(String, TextKey, String?)] = [
            ("user", "sessions.user", user.isEmpty ? nil : ShortID.of(VisibleText.escaped(user))),
            ("kind", "sessions.kind", filter.kind?.label(page.texts)),
            ("role", "users.role", filter.role.map { roles[$0] }),
            ("app_version", "sessions.app-version", filter.appVersion),
            ("device_model", "sessions.device-model", filter.deviceModel),
            ("os_version", "sessions.os-version", filter.osVersion),
            ("seen_after", "sessions.seen-after", filter.seenAfter.map(page.clock.dateAndMinute)),
            ("seen_before", "sessions.seen-before", filter.seenBefore.map(page.clock.dateAndMinute)),
        ]
        return all.compactMap { name, term, text in text.map { (name, page.texts(term), VisibleText.escaped($0)) } }
    }

    /// Filters that the page keeps folded away until one is used.
    var hasMore: Bool {
        filter.appVersion != nil || filter.deviceModel != nil || filter.osVersion != nil || !seenAfter.isEmpty
            || !seenBefore.isEmpty
    }
}

extension SessionSearch.Life {
    func label(_ texts: Texts) -> String { texts(TextKey("sessions.state.\(rawValue)")) }
}

extension Console {
    /// Reads which sessions a page is about. A user may be named by an email address or a name.
    func sessionSearch(_ fields: inout Fields, _ context: TenantContext) async throws -> SessionSearch {
        var search = SessionSearch(&fields, in: zone(context))
        if !search.user.isEmpty, fields.problems.allSatisfy({ $0.field != "user" }),
            let user = try await findUser(search.user, &fields, context)
        {
            search.set(user)
        }
        search.finish(fields)
        return search
    }
}
