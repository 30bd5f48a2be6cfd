import Crypto
import Domain
import Foundation

/// Handles Apple's notifications to a tenant about its users.
///
/// `consent-revoked` and `account-delete` end the sessions that depend on Apple and delete Apple's token. The account
/// stays, because the user may have another sign-in method, and the tenant decides about the rest; unless the tenant
/// wants accounts deleted with the Apple Account that is their only sign-in method.
public struct AppleNotificationHandler: Sendable {
    let store: any AppleAdministrationStore & AppleNoticeStore
    let purge: UserPurge
    let verifier: any AppleNotificationVerifier
    let subjects: AppleSubjects
    let attempts: AttemptLog
    let limiter: RateLimiter
    let now: @Sendable () -> Timestamp

    /// The result of a notification; after any other, Apple sends it again.
    public enum Result: Sendable, Hashable {
        case handled
        /// The tenant has no Apple settings.
        case notConnected
        /// The notification is not Apple's, or not for this tenant.
        case rejected
    }

    /// Handles a notification and returns after the commit; a repeated one changes nothing.
    /// - Throws: `.unavailable`, whatever went wrong
    public func take(
        _ body: [UInt8],
        for tenant: Tenant,
        from origin: RequestOrigin
    ) async throws(DomainError) -> Result {
        do throws(DomainError) {
            guard let settings = try await store.settings(of: tenant.id) else { return .notConnected }
            guard let notice = try await verified(body, settings.settings, tenant, origin) else { return .rejected }
            try await take(notice, for: tenant, from: origin)
            return .handled
        } catch {
            switch error {
            case .unavailable(let wait), .throttled(let wait): throw .unavailable(retryAfter: wait)
            case .notFound, .conflict, .invalid, .denied: throw .unavailable(retryAfter: .seconds(1))
            }
        }
    }

    /// - Returns: nil for a notification that is not Apple's.
    private func verified(
        _ body: [UInt8],
        _ settings: AppleSettings,
        _ tenant: Tenant,
        _ origin: RequestOrigin
    ) async throws(DomainError) -> AppleNotification? {
        do throws(AppleTokenFailure) {
            return try await verifier.notification(in: body, for: Set(settings.clientIDs))
        } catch {
            if let wait = error.retryAfter { throw .unavailable(retryAfter: wait) }
            await recordRejected(error, tenant, origin)
            return nil
        }
    }

    private func take(
        _ notice: AppleNotification,
        for tenant: Tenant,
        from origin: RequestOrigin
    ) async throws(DomainError) {
        var changes: [AppleAccountChange] = []
        for event in notice.events {
            changes.append(
                AppleAccountChange(
                    event: event,
                    subjects: [event.subject, try await subjects.hash(of: event.subject, in: tenant.id)]
                )
            )
        }
        let now = now()
        let principal = Principal(kind: .system, rank: 0, permissions: [], origin: origin)
        let results = try await store.take(
            changes,
            idHash: Data(SHA256.hash(data: Data(notice.id.utf8))),
            in: ActionContext(tenant.id, at: now)
        ) { event, effect in Self.decision(about: event, effect, by: principal, at: now) }
        guard let results else { return }
        for (event, result) in zip(notice.events, results) {
            if case .deleted(let user) = result { await purge.begin(with: user, in: tenant.id) }
            notify(event, result, tenant.id, origin)
        }
    }

    private static func decision(
        about event: AppleAccountEvent,
        _ effect: AppleAccountEffect,
        by principal: Principal,
        at now: Timestamp
    ) -> AppleAccountDecision {
        var deletion: UserDecision?
        if let leaving = effect.deletion, leaving.outcome == .deleted {
            deletion = Self.deletion(of: leaving.record.user, by: principal, at: now)
        }
        return AppleAccountDecision(audit: audit(event, effect, by: principal, at: now), deletion: deletion)
    }

    /// Deletes as when an administrator deletes a user.
    private static func deletion(of user: User, by principal: Principal, at now: Timestamp) -> UserDecision {
        UserDecision(
            .delete,
            audit: AuditDraft(
                .userDeleted,
                by: principal,
                at: now,
                target: .init(.user, user.id),
                changes: [
                    .init("email", from: user.email?.masked, to: nil),
                    .init("role", from: user.role.description, to: nil),
                    .init("reason", from: nil, to: "Apple Account deleted"),
                ]
            )
        )
    }

    private static func audit(
        _ event: AppleAccountEvent,
        _ effect: AppleAccountEffect,
        by principal: Principal,
        at now: Timestamp
    ) -> AuditDraft? {
        guard let action = event.kind.auditAction else { return nil }
        var changes: [AuditEntry.Change] = [
            .init("told_by", from: nil, to: event.kind.name),
            .init("occurred_at", from: nil, to: event.occurredAt.rfc3339),
        ]
        if event.kind.endsSessions { changes.append(.init("sessions_ended", from: nil, to: String(effect.ended))) }
        if let outcome = effect.deletion?.outcome { changes.append(.init("account", from: nil, to: outcome.rawValue)) }
        return AuditDraft(action, by: principal, at: now, target: .init(.user, effect.user), changes: changes)
    }

    private func notify(
        _ event: AppleAccountEvent,
        _ result: AppleEventOutcome,
        _ tenant: Tenant.ID,
        _ origin: RequestOrigin
    ) {
        let (outcome, word): (Outcome, String) =
            switch result {
            case .unknown: (.skipped, "unknown_person")
            case .late: (.skipped, "late")
            case .done: (.success, "done")
            case .deleted: (.success, "account_deleted")
            }
        attempts.record(
            AttemptEntry(
                .appleNotice,
                outcome,
                code: event.kind.code,
                user: result.user,
                adding: [
                    EventAttribute("apple.event", .text(String(event.kind.name.prefix(64)))),
                    EventAttribute("apple.fate", .text(word)),
                    EventAttribute("request.id", .text(origin.requestID)),
                ]
            ),
            in: tenant
        )
    }

    /// The rate limit keeps forgeries from filling the events.
    private func recordRejected(_ failure: AppleTokenFailure, _ tenant: Tenant, _ origin: RequestOrigin) async {
        let claim = limiter.claim(.rejectedNoticeByTenant, tenant: tenant.id, subject: "")
        guard (try? await limiter.take([claim])) != nil else { return }
        attempts.record(
            AttemptEntry(
                .appleNotice,
                .failed,
                code: "account.notice_bad",
                adding: [
                    EventAttribute("apple.reason", .text(failure.reason)),
                    EventAttribute("request.id", .text(origin.requestID)),
                ]
            ),
            in: tenant.id
        )
    }
}
