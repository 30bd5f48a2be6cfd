import Domain
import UseCases
import WebCore

/// The fields of requests about sessions.
enum SessionInputs {
    static let user: Input<User.ID?> = .optionalValue(
        "user",
        "Only sessions of this user.",
        .uuid,
        orElse: .english("Write the id of a user.")
    )
    static let role: Input<Role.Name?> = .optionalValue(
        "role",
        "Only sessions of users with this role.",
        .roleName,
        orElse: .english("Write the name of a role, like customer.")
    )
    static let kind: Input<Session.Kind?> = .optionalOneOf("kind", "Only sessions of the app, or of the console.")
    static let appVersion = text("app_version", "Only sessions with this app version.")
    static let osVersion = text("os_version", "Only sessions with this OS version.")
    static let deviceModel = text("device_model", "Only sessions on this device model.")
    static let state: Input<SessionFilter.Life?> = .optionalOneOf("state", "Only active sessions, or only ended ones.")
    static let seenBefore = Input.dateTime("seen_before", "Last active before this time.")
    static let seenAfter = Input.dateTime("seen_after", "Last active at this time or later.")

    static let ids = Input<[String]?>(
        .init("ids", .list(of: .uuid, maximum: maximumIDs), "The ids of 1 to \(maximumIDs) sessions.")
    ) { fields in
        fields.has("ids") ? fields.texts("ids", maximumCount: maximumIDs, maximum: 36) : nil
    }
    static let all = Input.optionalBool("all", "Ends every session; required without a filter.")
    static let isDryRun = Input.optionalBool("dry_run", "Counts the sessions and ends none.")

    static let maximumIDs = 200

    /// The filter of a list or a revocation.
    private static let filter = Inputs { reader in
        SessionFilter(
            user: reader.read(user),
            role: reader.read(role),
            kind: reader.read(kind),
            appVersion: reader.read(appVersion),
            osVersion: reader.read(osVersion),
            deviceModel: reader.read(deviceModel),
            seenBefore: reader.read(seenBefore),
            seenAfter: reader.read(seenAfter)
        )
    }

    static let query = Inputs<SessionFilter> { reader in
        var filter = reader.read(filter)
        filter.life = reader.read(state)
        return filter
    }

    static let revocation = Inputs { (filter: $0.read(revoked), isDryRun: $0.read(isDryRun) ?? false) }

    /// The sessions to revoke. A missing filter is more likely a mistake than intended, so `all` must be explicit.
    private static let revoked = Inputs<SessionFilter> { reader in
        var filter = reader.read(filter)
        if let texts = reader.read(ids) {
            let parsed = texts.compactMap(Session.ID.init)
            if parsed.isEmpty || parsed.count < texts.count {
                reader.record("ids", .malformed(.english("Send the ids of 1 to \(maximumIDs) sessions.")))
            }
            filter.ids = parsed
        }
        let isEverything = filter == SessionFilter()
        switch reader.read(all) {
        case true? where !isEverything:
            reader.record("all", .malformed(.english("Leave this out, or leave the filter out.")))
        case nil where isEverything, false? where isEverything:
            reader.record("all", .malformed(.english("Send a filter, or \"all\": true to end every session.")))
        default: break
        }
        return filter
    }

    private static func text(_ name: String, _ summary: String) -> Input<String?> {
        .optionalText(name, summary, minimum: 1, maximum: SessionFilter.textMaximumLength)
    }
}
