import Domain
import Foundation

/// Records once that an account's consecutive wrong passwords have reached the number from which tries have to wait.
struct GuessAlarm: Sendable {
    let notices: AccountNotices
    let audit: any AuditStore
    let attempts: AttemptLog
    let now: @Sendable () -> Timestamp

    /// - Parameter counted: the failed try.
    func notify(of user: User, _ counted: AccountTry, in context: SignInContext) async {
        let accounts = [
            user.email.map { GuessedAccount($0, in: user.tenant) }, GuessedAccount(user.id, in: user.tenant),
        ]
        guard counted.exhausted.contains(where: accounts.contains) else { return }
        let failures = EventAttribute("failures", .integer(Int64(ConsecutiveFailures.free)))
        attempts.record(
            AttemptEntry(.guessing, .rejected, code: "over_request_rate_limit", user: user.id, adding: [failures]),
            in: context
        )
        try? await audit.append(draft(.init(.user, user.id)), in: user.tenant)
        guard user.emailVerified else { return }
        notices.notify(.tooManyGuesses, to: NoticeRecipient(user.email, of: user), in: context)
    }

    /// Records the alarm of an operator, who has no tenant that could send a notice.
    func notify(of person: Operator, _ counted: AccountTry) async {
        guard counted.exhausted.contains(GuessedAccount(person.email, in: nil)) else { return }
        try? await audit.append(draft(.init(.operator, person.id)), in: Tenant.installation)
    }

    private func draft(_ target: AuditEntry.Target) -> AuditDraft {
        AuditDraft(
            .signInSlowed,
            by: .system,
            at: now(),
            target: target,
            changes: [.init("failures", from: nil, to: String(ConsecutiveFailures.free))]
        )
    }
}

extension AttemptStep {
    /// Many wrong passwords in a row for one account.
    static let guessing = AttemptStep(.tokenExchange, name: "auth.guessing", provider: "password")
}
