import Domain
import Foundation

/// Tells of an account at which so many wrong passwords came in a row that tries have to wait: once, when it begins.
struct GuessAlarm: Sendable {
    let notices: AccountNotices
    let audit: any AuditStore
    let attempts: AttemptLog
    let now: @Sendable () -> Timestamp

    /// - Parameter counted: the try that was wrong.
    func tell(of user: User, _ counted: AccountTry, at place: SignInContext) async {
        let accounts = [
            user.email.map { GuessedAccount($0, in: user.tenant) }, GuessedAccount(user.id, in: user.tenant),
        ]
        guard counted.exhausted.contains(where: accounts.contains) else { return }
        let failures = EventAttribute("failures", .integer(Int64(ConsecutiveFailures.free)))
        attempts.record(
            .guessing,
            .rejected,
            code: "over_request_rate_limit",
            user: user.id,
            adding: [failures],
            at: place
        )
        try? await audit.append(draft(.init(.user, user.id)), in: user.tenant)
        guard user.emailVerified else { return }
        notices.tell(.tooManyGuesses, to: user.email, of: user, languages: [], at: place)
    }

    /// The same of an operator, who has no tenant that could write to them.
    func tell(of person: Operator, _ counted: AccountTry) async {
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
