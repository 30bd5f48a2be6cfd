import Domain
import Synchronization

/// Records once that an account's consecutive wrong passwords have reached the number from which tries have to wait.
///
/// No response waits for it: the try is only queued, for an address without an account too, and the account is looked
/// up a moment later. While the queue is full, further ones are not recorded.
public final class GuessAlarm: Sendable {
    /// The number of waiting entries. Each takes a hundred wrong passwords.
    static let maximumWaiting = 1000

    /// The account whose password was tried.
    enum Account: Sendable {
        case member(User, SignInContext)
        /// An operator has no tenant that could send a notice.
        case `operator`(Operator)
    }

    private struct Waiting: Sendable {
        let exhausted: [GuessedAccount]
        let time: Timestamp
        let find: @Sendable () async throws(DomainError) -> [Account]
    }

    private let notices: AccountNotices
    private let audit: any AuditStore
    private let attempts: AttemptLog
    private let now: @Sendable () -> Timestamp
    private let waiting = Mutex<[Waiting]>([])

    init(
        notices: AccountNotices,
        audit: any AuditStore,
        attempts: AttemptLog,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.notices = notices
        self.audit = audit
        self.attempts = attempts
        self.now = now
    }

    /// - Parameters:
    ///   - counted: the failed try.
    ///   - find: looks up the accounts that it may have been about; called after the response.
    func notify(_ counted: AccountTry, find: @escaping @Sendable () async throws(DomainError) -> [Account]) {
        guard !counted.exhausted.isEmpty else { return }
        let new = Waiting(exhausted: counted.exhausted, time: now(), find: find)
        waiting.withLock { waiting in
            if waiting.count < Self.maximumWaiting { waiting.append(new) }
        }
    }

    /// Records what was queued. One turn of a timer.
    /// - Throws: `.unavailable`; what could not be recorded stays in the queue.
    public func flush() async throws(DomainError) {
        while let next = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            var left: [Account]?
            do throws(DomainError) {
                let accounts = try await next.find()
                for (place, account) in accounts.enumerated() {
                    left = Array(accounts[place...])
                    try await record(next, of: account)
                }
            } catch {
                // What is gone meanwhile has no record.
                guard case .unavailable = error else { continue }
                // Those before it are recorded.
                let again = left.map { left in
                    Waiting(exhausted: next.exhausted, time: next.time) { () throws(DomainError) in left }
                }
                waiting.withLock { $0.insert(again ?? next, at: 0) }
                throw error
            }
        }
    }

    private func record(_ next: Waiting, of account: Account) async throws(DomainError) {
        switch account {
        case .member(let user, let context): try await record(next, of: user, in: context)
        case .operator(let account):
            guard next.exhausted.contains(GuessedAccount(account.email, in: nil)) else { return }
            try await audit.append(draft(.init(.operator, account.id), next), in: Tenant.installation)
        }
    }

    private func record(_ next: Waiting, of user: User, in context: SignInContext) async throws(DomainError) {
        let accounts = [
            user.email.map { GuessedAccount($0, in: user.tenant) }, GuessedAccount(user.id, in: user.tenant),
        ]
        guard next.exhausted.contains(where: accounts.contains) else { return }
        try await audit.append(draft(.init(.user, user.id), next), in: user.tenant)
        let failures = EventAttribute("failures", .integer(Int64(ConsecutiveFailures.free)))
        attempts.record(
            AttemptEntry(.guessing, .rejected, code: "over_request_rate_limit", user: user.id, adding: [failures]),
            in: context
        )
        guard user.emailVerified else { return }
        notices.notify(.tooManyGuesses, to: NoticeRecipient(user.email, of: user), in: context)
    }

    private func draft(_ target: AuditEntry.Target, _ next: Waiting) -> AuditDraft {
        AuditDraft(
            .signInSlowed,
            by: .system,
            at: next.time,
            target: target,
            changes: [.init("failures", from: nil, to: String(ConsecutiveFailures.free))]
        )
    }
}

extension AttemptStep {
    /// Many wrong passwords in a row for one account.
    static let guessing = AttemptStep(.tokenExchange, name: "auth.guessing", provider: "password")
}
