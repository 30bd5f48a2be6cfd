import Database
import Domain
import Foundation
import UseCases

/// One row of `one_time_links`.
enum LinkRow {
    static let columns: SQL =
        """
        tenant_id, token_hash, purpose, user_id, email, code_hash, return_to, opens_session, challenge, is_recovery, session_id,
        asked_session_id, maker_kind, maker_id, maker_session_id, created_at, expires_at
        """

    struct Found {
        let link: OneTimeLink
        let token: CredentialHash
    }

    static func link(_ row: Row) throws -> OneTimeLink {
        OneTimeLink(
            tenant: try row.get("tenant_id"),
            purpose: try row.get("purpose"),
            user: try row.get("user_id"),
            email: try row.find("email"),
            returnTo: try row.find("return_to"),
            opensSession: try row.get("opens_session"),
            challenge: (try row.find("challenge") as String?).flatMap { ProofKeyChallenge($0) },
            isRecovery: try row.get("is_recovery"),
            session: try row.find("session_id"),
            askedWith: try row.find("asked_session_id"),
            maker: try MakerRow.maker(row),
            createdAt: try row.get("created_at"),
            expiresAt: try row.get("expires_at")
        )
    }

    static func insert(_ new: NewLink, _ transaction: any WriteTransaction) throws {
        let link = new.link
        try transaction.execute(
            """
            INSERT INTO one_time_links (tenant_id, token_hash, purpose, user_id, email, code_hash, tries, return_to, opens_session,
                challenge, is_recovery, session_id, asked_session_id, maker_kind, maker_id, maker_session_id, created_at,
                expires_at, asked_by)
            VALUES (\(link.tenant), \(new.token), \(link.purpose), \(link.user), \(link.email), \(new.code), 0, \(link.returnTo),
                \(link.opensSession), \(link.challenge?.description), \(link.isRecovery), \(link.session), \(link.askedWith),
                \(link.maker?.kind.name), \(link.maker?.kind.id), \(link.maker?.session), \(link.createdAt), \(link.expiresAt),
                \(new.askedBy))
            """
        )
    }

    /// Deletes a user's links, including used ones; without `only`, of every purpose.
    static func void(
        of user: User.ID,
        only purpose: OneTimeLink.Purpose? = nil,
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws {
        let which: SQL = purpose.map { "purpose = \($0)" } ?? "TRUE"
        try transaction.execute(
            "DELETE FROM one_time_links WHERE tenant_id = \(tenant) AND user_id = \(user) AND \(sql: which)"
        )
    }

    /// The number of open links for one purpose that unknown networks requested, and that the user's known networks
    /// requested.
    static let openLinks = 3

    /// Deletes the links that the new link replaces.
    static func makeWay(for new: NewLink, _ transaction: any WriteTransaction) throws {
        let link = new.link
        guard link.maker == nil else {
            return try void(of: link.user, only: link.purpose, in: link.tenant, transaction)
        }
        let asked: SQL =
            "tenant_id = \(link.tenant) AND user_id = \(link.user) AND purpose = \(link.purpose) AND maker_kind IS NULL"
        guard case .ofNetwork(let known) = new.replacement, let askedBy = new.askedBy else {
            try transaction.execute("DELETE FROM one_time_links WHERE \(sql: asked)")
            return
        }
        let isKnown: SQL = "coalesce(asked_by IN \(list: known), FALSE)"
        let isAlike: SQL = known.contains(askedBy) ? isKnown : "NOT \(sql: isKnown)"
        try transaction.execute(
            """
            DELETE FROM one_time_links WHERE \(sql: asked) AND (asked_by = \(askedBy) OR token_hash IN (
                SELECT token_hash FROM one_time_links
                WHERE \(sql: asked) AND asked_by <> \(askedBy) AND \(sql: isAlike) AND used_at IS NULL AND expires_at > \(link.createdAt)
                ORDER BY created_at DESC, token_hash LIMIT 1000 OFFSET \(openLinks - 1)))
            """
        )
    }

    /// Deletes open links of this user and purpose.
    private static func voidOpen(like link: OneTimeLink, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            DELETE FROM one_time_links
            WHERE tenant_id = \(link.tenant) AND user_id = \(link.user) AND purpose = \(link.purpose) AND used_at IS NULL
            """
        )
    }

    static func searchPendingEmail(of user: User.ID, in context: ActionContext) -> SQL {
        let search: SQL =
            """
            SELECT \(sql: columns) FROM one_time_links
            WHERE tenant_id = \(context.tenant) AND user_id = \(user) AND purpose = \(OneTimeLink.Purpose.changeEmail)
                AND asked_session_id IS NOT NULL AND \(sql: isOpen(in: context))
            ORDER BY created_at DESC LIMIT 1
            """
        return search.keepingPlan()
    }

    /// Deletes links of the selected users, except those requested with one session.
    /// - Parameter users: a condition on `users u`.
    static func voidAll(
        of users: SQL,
        except kept: Session.ID?,
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws {
        let others: SQL = kept.map { "asked_session_id IS NULL OR asked_session_id <> \($0)" } ?? "TRUE"
        try transaction.execute(
            """
            DELETE FROM one_time_links WHERE tenant_id = \(tenant) AND (\(sql: others))
                AND user_id IN (SELECT u.id FROM users u WHERE u.tenant_id = \(tenant) AND \(sql: users))
            """
        )
    }

    /// The condition that a link is neither used nor expired, the tenant is active, the user is not deleted, and the
    /// requesting session is live. A link that needs a requesting session must name one, unless it was handed over.
    static func isOpen(in context: ActionContext) -> SQL {
        let (tenant, now) = (context.tenant, context.now)
        let bound = OneTimeLink.Purpose.allCases.filter(\.needsAskingSession)
        return """
            used_at IS NULL AND expires_at > \(now)
            AND EXISTS (SELECT 1 FROM tenants t WHERE t.id = \(tenant) AND t.state = \(Tenant.State.active))
            AND \(sql: UserRow.exists("one_time_links.user_id", in: tenant))
            AND CASE WHEN asked_session_id IS NULL THEN maker_kind IS NOT NULL OR purpose NOT IN \(list: bound)
                ELSE EXISTS (
                    SELECT 1 FROM sessions s WHERE s.tenant_id = \(tenant) AND s.id = one_time_links.asked_session_id
                        AND s.user_id = one_time_links.user_id AND s.ended_at IS NULL AND s.expires_at > \(now)) END
            """
    }

    /// - Returns: nil when the link cannot be used now.
    static func find(
        _ token: CredentialHash,
        for purposes: Set<OneTimeLink.Purpose>,
        in context: ActionContext,
        _ transaction: any ReadTransaction
    ) throws -> Found? {
        let search: SQL =
            """
            SELECT \(sql: columns) FROM one_time_links WHERE tenant_id = \(context.tenant) AND token_hash = \(token)
                AND \(sql: isFor(purposes)) AND \(sql: isOpen(in: context))
            """
        guard let row = try transaction.row(search) else { return nil }
        let found = Found(link: try link(row), token: token)
        let mayGive = try MakerRow.mayStillGive(found.link.maker, to: found.link.user, in: context.tenant, transaction)
        return mayGive ? found : nil
    }

    private static func isFor(_ purposes: Set<OneTimeLink.Purpose>) -> SQL {
        "purpose IN \(list: purposes.sorted { $0.rawValue < $1.rawValue })"
    }

    /// The number of codes that a typed code is compared with at least, so that the time does not show whether one is
    /// open: of messages of two kinds six each can be.
    private static let comparedCodes = 12
    /// The token and the code of a placeholder.
    private static let noHash = Data(repeating: 0, count: 32)

    /// Returns the links to try: that of a token, or the open ones at an address whose code was typed, the latest first.
    ///
    /// Only the hashes of the latter are read, because a link has more or less of everything else.
    private static func tokens(
        of key: LinkKey,
        for purposes: Set<OneTimeLink.Purpose>,
        in context: ActionContext,
        _ transaction: any ReadTransaction
    ) throws -> [CredentialHash] {
        guard case .digits(let email, let askedBy, let isCode) = key else {
            guard case .token(let token) = key else { return [] }
            return [token]
        }
        let tenant = context.tenant
        let isAsked: SQL = askedBy.map { "asked_by = \($0)" } ?? "TRUE"
        // The inner query reads the index alone, which SQLite would else leave for the key and all links of the tenant.
        let search: SQL =
            """
            SELECT token_hash, code_hash, 1 AS is_open FROM one_time_links
            WHERE tenant_id = \(tenant) AND token_hash IN (
                    SELECT token_hash FROM one_time_links
                    WHERE tenant_id = \(tenant) AND email = \(email) AND \(sql: isFor(purposes)))
                AND code_hash IS NOT NULL AND \(sql: isAsked) AND \(sql: isOpen(in: context))
            ORDER BY created_at DESC LIMIT 40
            """
        let padded = search.padded("token_hash, code_hash, is_open", with: "\(noHash), \(noHash), 0", to: comparedCodes)
        return try transaction.rows(padded.keepingPlan()).compactMap { row in
            let token = CredentialHash(bytes: try row.get("token_hash"))
            let isTyped = isCode(token, try row.get("code_hash"))
            let isOpen: Bool = try row.get("is_open")
            return isOpen && isTyped ? token : nil
        }
    }

    /// Uses a link up. Of two concurrent tries one succeeds.
    static func take(
        _ key: LinkKey,
        for purposes: Set<OneTimeLink.Purpose>,
        in context: ActionContext,
        _ transaction: any WriteTransaction
    ) throws -> Found? {
        let (tenant, now) = (context.tenant, context.now)
        // Nothing is written for a wrong code: the time does not show whether there was a link.
        for token in try tokens(of: key, for: purposes, in: context, transaction) {
            guard let found = try find(token, for: purposes, in: context, transaction) else { continue }
            let used = try transaction.execute(
                """
                UPDATE one_time_links SET used_at = \(now)
                WHERE tenant_id = \(tenant) AND token_hash = \(found.token) AND used_at IS NULL AND expires_at > \(now)
                """
            )
            guard used == 1 else { continue }
            if found.link.purpose != .exchange { try voidOpen(like: found.link, transaction) }
            return found
        }
        return nil
    }
}
