import Admission
import DequeModule
import Domain
import Synchronization

/// Queues messages for delivery. No request waits for delivery, so the response time does not depend on the recipient.
///
/// The queue is in memory: a link is valid for half an hour, and can be requested again. Tenants take turns, and none
/// can have all places or all deliveries, so a tenant with slow or many mailboxes delays no other.
public final class MailQueue: Sendable {
    /// The number of waiting messages; a further one is rejected. One tenant has at most a quarter of the places.
    public static let maximumWaiting = 1000
    /// The divisor of a tenant's share: a tenant with a third as many places as are free gets no more.
    static let placeShare = 3
    /// The pauses after each failure; after the last the message is given up.
    static let pauses: [Duration] = [.seconds(5), .seconds(30), .minutes(2), .minutes(5)]
    /// The number of concurrent deliveries, so that slow hosts do not delay all. One tenant has at most half of them.
    public static let width = 8
    /// How often a tenant's exhausted budget is logged.
    static let budgetReportInterval = Duration.hours(1)

    /// A message that is written when its turn comes, by a closure of the caller that looks up the data.
    struct Order: Sendable {
        let context: SignInContext
        let write: @Sendable () async throws(DomainError) -> Written
    }

    /// The result of writing a message.
    enum Written: Sendable {
        case message(MailMessage, to: User.ID?)
        /// There is no recipient.
        case noRecipient
        /// The budget for messages is used up.
        case overBudget(User.ID?)
    }

    private struct Waiting: Sendable {
        let order: Order
        var message: MailMessage?
        var user: User.ID?
        var failures = 0
        var dueAt: Timestamp

        var tenant: Tenant.ID { order.context.tenant.id }
    }

    public struct Counts: Sendable, Hashable {
        public fileprivate(set) var sent = 0
        /// Failed tries, including those of messages that were retried.
        public fileprivate(set) var failures = 0
        public fileprivate(set) var givenUp = 0
        /// Messages rejected because the queue was full.
        public fileprivate(set) var rejected = 0
        /// Messages dropped because a tenant, or a mailbox, had used up its budget of the hour.
        public fileprivate(set) var overBudget = 0
        /// Messages in the queue when the server shut down.
        public fileprivate(set) var lost = 0
    }

    private struct State {
        var queue = FairQueue<Tenant.ID, Waiting>()
        /// The places of messages that wait, are being delivered, or are tried again later.
        var places = Usage<Tenant.ID>()
        /// The messages that are being delivered.
        var running = Usage<Tenant.ID>()
        /// Failed messages, by number of failures: after an equal pause the first to fail is the first to be due.
        var later = MailQueue.pauses.map { _ in Deque<Waiting>() }
        /// Messages that failed while the server shut down.
        var over: [Waiting] = []
        /// Whether the server is shutting down: a message that fails now is not retried.
        var isEnding = false
        var counts = Counts()
        /// When each tenant's exhausted budget was last logged.
        var budgetReports: [Tenant.ID: Timestamp] = [:]

        /// Takes the next message of a tenant that may have one more delivery.
        mutating func next() -> Waiting? {
            let next = queue.next { [running] in running.allows(for: $0, of: MailQueue.width, share: 1) ? .min : nil }
            if let next { running.add(1, for: next.owner) }
            return next?.item
        }

        /// Puts due messages back into the queue.
        mutating func wake(at now: Timestamp) {
            for number in later.indices {
                while let first = later[number].first, isEnding || first.dueAt <= now,
                    let waiting = later[number].popFirst()
                {
                    queue.append(waiting, of: waiting.tenant)
                }
            }
        }

        mutating func shouldReportBudget(of tenant: Tenant.ID, at now: Timestamp) -> Bool {
            budgetReports = budgetReports.filter { now.since($0.value) < MailQueue.budgetReportInterval }
            guard budgetReports[tenant] == nil else { return false }
            budgetReports[tenant] = now
            return true
        }
    }

    private let transport: (any MailTransport)?
    private let attempts: AttemptLog
    private let now: @Sendable () -> Timestamp
    /// Called with the reason a message failed, and whether it was given up.
    private let report: @Sendable (MailFailure, _ isLast: Bool) -> Void
    private let state = Mutex(State())

    init(
        transport: (any MailTransport)?,
        attempts: AttemptLog,
        now: @escaping @Sendable () -> Timestamp,
        report: @escaping @Sendable (MailFailure, _ isLast: Bool) -> Void = { _, _ in }
    ) {
        self.transport = transport
        self.attempts = attempts
        self.now = now
        self.report = report
    }

    /// Whether mail delivery is set up.
    public var isConfigured: Bool { transport != nil }
    public var queue: QueueDepth {
        QueueDepth(waiting: state.withLock { $0.places.total - $0.running.total }, limit: Self.maximumWaiting)
    }
    public var counts: Counts { state.withLock { $0.counts } }

    /// Queues a message to be written and sent soon. Does nothing without mail delivery.
    /// - Throws: `.unavailable` when the queue is full, for this tenant or for all.
    func add(_ order: Order) throws(DomainError) {
        guard isConfigured else { return }
        let waiting = Waiting(order: order, dueAt: now())
        let isTaken = state.withLock { state in
            let (all, share) = (Self.maximumWaiting, Self.placeShare)
            guard state.places.allows(for: waiting.tenant, of: all, share: share) else {
                state.counts.rejected += 1
                return false
            }
            state.places.add(1, for: waiting.tenant)
            state.queue.append(waiting, of: waiting.tenant)
            return true
        }
        guard isTaken else { throw .unavailable(retryAfter: .seconds(30)) }
    }

    /// Records a rejected message for which no caller waits.
    func recordRejected(in context: SignInContext) {
        attempts.record(AttemptEntry(.mail, .failed, code: "mail_not_sent"), in: context)
    }

    /// Sends the messages that are due, one after the other: one turn of a timer.
    public func deliver() async {
        guard let transport else { return }
        while !Task.isCancelled, let waiting = takeDue() { await send(waiting, over: transport) }
    }

    private func takeDue() -> Waiting? {
        let now = now()
        return state.withLock { state in
            state.wake(at: now)
            return state.next()
        }
    }

    /// Makes every retry due now, because the server is shutting down.
    public func hurry() { state.withLock { $0.isEnding = true } }

    /// Gives up all waiting messages.
    /// - Returns: the number of messages that will not be sent.
    public func finish() -> Int {
        let now = now()
        let lost = state.withLock { state in
            state.isEnding = true
            state.wake(at: now)
            let lost = state.queue.remove { _ in true } + state.over
            state.over = []
            for waiting in lost { state.places.add(-1, for: waiting.tenant) }
            state.counts.lost += lost.count
            return lost
        }
        for waiting in lost {
            attempts.record(
                AttemptEntry(.mail, .failed, code: "mail_not_sent", user: waiting.user),
                in: waiting.order.context
            )
        }
        return lost.count
    }

    private func send(_ waiting: Waiting, over transport: any MailTransport) async {
        var waiting = waiting
        do throws(DomainError) {
            if waiting.message == nil {
                switch try await waiting.order.write() {
                case .message(let message, let user): (waiting.message, waiting.user) = (message, user)
                case .noRecipient: return done(waiting) { _ in }
                case .overBudget(let user): return overBudget(waiting, user)
                }
            }
        } catch {
            // A lookup that is unavailable now is retried; a message whose lookup fails for good has no recipient.
            guard case .unavailable = error else { return done(waiting) { _ in } }
            return failed(waiting, MailFailure(reason: "The database did not answer."))
        }
        guard let message = waiting.message else { return done(waiting) { _ in } }
        do throws(MailFailure) {
            try await transport.send(message)
            done(waiting) { $0.sent += 1 }
        } catch { failed(waiting, error) }
    }

    /// Frees the delivery and the place of a message.
    private func done(_ waiting: Waiting, _ count: (inout Counts) -> Void) {
        state.withLock { state in
            state.running.add(-1, for: waiting.tenant)
            state.places.add(-1, for: waiting.tenant)
            count(&state.counts)
        }
    }

    /// Drops a message for which its tenant or mailbox has no budget, records that for the tenant's members and logs it
    /// for the operator.
    private func overBudget(_ waiting: Waiting, _ user: User.ID?) {
        done(waiting) { $0.overBudget += 1 }
        let context = waiting.order.context
        attempts.record(AttemptEntry(.mail, .failed, code: "mail_budget_exhausted", user: user), in: context)
        let now = now()
        guard state.withLock({ $0.shouldReportBudget(of: context.tenant.id, at: now) }) else { return }
        let reason =
            "The tenant \(context.tenant.slug), or a mailbox there, has had its messages; more of them are counted for an hour."
        report(MailFailure(reason: reason), true)
    }

    private func failed(_ waiting: Waiting, _ failure: MailFailure) {
        var waiting = waiting
        let isLast = waiting.failures == Self.pauses.count
        let pause = isLast ? 0 : waiting.failures
        waiting.dueAt = now() + Self.pauses[pause]
        waiting.failures += 1
        let again = waiting
        state.withLock { state in
            state.running.add(-1, for: again.tenant)
            state.counts.failures += 1
            if isLast {
                state.places.add(-1, for: again.tenant)
                state.counts.givenUp += 1
            } else if state.isEnding {
                state.over.append(again)
            } else {
                state.later[pause].append(again)
            }
        }
        if isLast {
            attempts.record(
                AttemptEntry(.mail, .failed, code: "mail_not_sent", user: waiting.user),
                in: waiting.order.context
            )
        }
        report(failure, isLast)
    }
}

extension AttemptStep {
    /// A message that could not be delivered, or was over the budget.
    static let mail = AttemptStep(.accountChange, name: "auth.mail", provider: "password")
}
