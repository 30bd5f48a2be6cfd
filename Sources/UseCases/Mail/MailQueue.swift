import Domain
import Foundation
import Synchronization

/// Messages that wait to be handed over. Nobody who asks for one waits for it, so the answer takes as long whoever it
/// is.
///
/// They wait in memory: a link is good for half an hour, and whoever asked can ask again. Tenants take turns, and none
/// has all places or all deliveries, so one whose mailboxes are slow or many holds up no other.
public final class MailQueue: Sendable {
    /// With more waiting a further one is refused. One tenant has at most a quarter of the places.
    public static let maximumWaiting = 1000
    /// A tenant that has a third as many places as are free gets no more.
    static let placeShare = 3
    /// How long after each failure a message is tried again; after the last it is given up.
    static let pauses: [Duration] = [.seconds(5), .seconds(30), .minutes(2), .minutes(5)]
    /// How many `deliver` beside each other, so that slow hosts do not hold up all. One tenant has at most half of
    /// them.
    public static let width = 8
    /// How often the log is told that a tenant's budget is spent.
    static let budgetReportInterval = Duration.hours(1)

    /// A message that is written when its turn comes, by who has to look things up for it.
    struct Order: Sendable {
        let place: SignInContext
        let write: @Sendable () async throws(DomainError) -> Written
    }

    /// What came of writing a message.
    enum Written: Sendable {
        case message(MailMessage, to: User.ID?)
        /// There is nobody to write to.
        case nobody
        /// The budget for messages is spent.
        case overBudget(User.ID?)
    }

    private struct Waiting: Sendable {
        let order: Order
        var message: MailMessage?
        var user: User.ID?
        var failures = 0
        var dueAt: Timestamp

        var tenant: Tenant.ID { order.place.tenant.id }
    }

    public struct Counts: Sendable, Hashable {
        public fileprivate(set) var sent = 0
        /// Tries that failed, of messages that were tried again too.
        public fileprivate(set) var failures = 0
        public fileprivate(set) var givenUp = 0
        /// Refused because too many waited.
        public fileprivate(set) var refused = 0
        /// Not written because a tenant, or a mailbox, had all its messages of the hour.
        public fileprivate(set) var overBudget = 0
        /// Still waiting when the server ended.
        public fileprivate(set) var lost = 0
    }

    private struct State {
        var queue = FairQueue<Tenant.ID, Waiting>(
            places: MailQueue.maximumWaiting,
            lanes: MailQueue.width,
            placeShare: MailQueue.placeShare
        )
        /// What failed, by how often: after the same pause the first to fail is the first to be due.
        var later = MailQueue.pauses.map { _ in FirstInFirstOut<Waiting>() }
        /// What failed while the server ended.
        var over: [Waiting] = []
        /// The server ends: what fails now is not tried again.
        var isEnding = false
        var counts = Counts()
        /// When the log was last told that a tenant's budget is spent.
        var budgetReports: [Tenant.ID: Timestamp] = [:]

        /// Puts what is due back into line.
        mutating func wake(at moment: Timestamp) {
            for number in later.indices {
                while let first = later[number].first, isEnding || first.dueAt <= moment,
                    let waiting = later[number].popFirst()
                {
                    queue.append(waiting, of: waiting.tenant)
                }
            }
        }

        mutating func isBudgetNews(of tenant: Tenant.ID, at moment: Timestamp) -> Bool {
            budgetReports = budgetReports.filter { moment.since($0.value) < MailQueue.budgetReportInterval }
            guard budgetReports[tenant] == nil else { return false }
            budgetReports[tenant] = moment
            return true
        }
    }

    private let transport: (any MailTransport)?
    private let attempts: AttemptLog
    private let now: @Sendable () -> Timestamp
    /// Told why a message failed, and whether it was given up.
    private let report: @Sendable (MailFailure, _ isLast: Bool) -> Void
    private let state = Mutex(State())

    public init(
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

    /// Whether anything carries messages from here.
    public var isConfigured: Bool { transport != nil }
    public var queue: QueueDepth {
        QueueDepth(waiting: state.withLock { $0.queue.held - $0.queue.running }, limit: Self.maximumWaiting)
    }
    public var counts: Counts { state.withLock { $0.counts } }

    /// Has a message written and sent in a moment. Without anything that carries messages nothing happens.
    /// - Throws: `.unavailable` while too many wait, of this tenant or of all.
    func add(_ order: Order) throws(DomainError) {
        guard isConfigured else { return }
        let waiting = Waiting(order: order, dueAt: now())
        let isTaken = state.withLock { state in
            guard state.queue.hold(for: waiting.tenant) else {
                state.counts.refused += 1
                return false
            }
            state.queue.append(waiting, of: waiting.tenant)
            return true
        }
        guard isTaken else { throw .unavailable(retryAfter: .seconds(30)) }
    }

    /// Records a message that was not taken, where nobody waits for an answer.
    func refused(_ code: String = "mail_not_sent", _ outcome: Outcome = .failed, at place: SignInContext) {
        attempts.record(.mail, outcome, code: code, at: place)
    }

    /// Sends what is due, one after the other. One turn of a timer.
    public func deliver() async {
        guard let transport else { return }
        while !Task.isCancelled, let waiting = takeDue() { await send(waiting, over: transport) }
    }

    private func takeDue() -> Waiting? {
        let moment = now()
        return state.withLock { state in
            state.wake(at: moment)
            return state.queue.next()
        }
    }

    /// Has everything that waits for another try be due now: the server ends.
    public func hurry() {
        state.withLock { $0.isEnding = true }
    }

    /// Gives everything up that waits still.
    /// - Returns: how many messages nobody will get.
    public func finish() -> Int {
        let moment = now()
        let lost = state.withLock { state in
            state.isEnding = true
            state.wake(at: moment)
            let lost = state.queue.removeAll() + state.over
            state.over = []
            for waiting in lost { state.queue.release(waiting.tenant) }
            state.counts.lost += lost.count
            return lost
        }
        for waiting in lost {
            attempts.record(.mail, .failed, code: "mail_not_sent", user: waiting.user, at: waiting.order.place)
        }
        return lost.count
    }

    private func send(_ waiting: Waiting, over transport: any MailTransport) async {
        var waiting = waiting
        do throws(DomainError) {
            if waiting.message == nil {
                switch try await waiting.order.write() {
                case .message(let message, let user): (waiting.message, waiting.user) = (message, user)
                case .nobody: return done(waiting) { _ in }
                case .overBudget(let user): return overBudget(waiting, user)
                }
            }
        } catch {
            // What cannot be looked up now can be in a moment; what can never be looked up is nobody's.
            guard case .unavailable = error else { return done(waiting) { _ in } }
            return failed(waiting, MailFailure(reason: "The database did not answer."))
        }
        guard let message = waiting.message else { return done(waiting) { _ in } }
        do throws(MailFailure) {
            try await transport.send(message)
            done(waiting) { $0.sent += 1 }
        } catch { failed(waiting, error) }
    }

    /// Gives lane and place of a message back.
    private func done(_ waiting: Waiting, _ count: (inout Counts) -> Void) {
        state.withLock { state in
            state.queue.leaveLane(of: waiting.tenant)
            state.queue.release(waiting.tenant)
            count(&state.counts)
        }
    }

    /// Drops a message for which its tenant, or its mailbox, has no budget, and tells who runs the tenant and who runs
    /// the server.
    private func overBudget(_ waiting: Waiting, _ user: User.ID?) {
        done(waiting) { $0.overBudget += 1 }
        let place = waiting.order.place
        attempts.record(.mail, .failed, code: "mail_budget_exhausted", user: user, at: place)
        let moment = now()
        guard state.withLock({ $0.isBudgetNews(of: place.tenant.id, at: moment) }) else { return }
        let reason =
            "The tenant \(place.tenant.slug), or a mailbox there, has had its messages; more of them are counted for an hour."
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
            state.queue.leaveLane(of: again.tenant)
            state.counts.failures += 1
            if isLast {
                state.queue.release(again.tenant)
                state.counts.givenUp += 1
            } else if state.isEnding {
                state.over.append(again)
            } else {
                state.later[pause].append(again)
            }
        }
        if isLast {
            attempts.record(.mail, .failed, code: "mail_not_sent", user: waiting.user, at: waiting.order.place)
        }
        report(failure, isLast)
    }
}

extension AttemptStep {
    /// A message that nothing would carry, or that was one too many.
    static let mail = AttemptStep(.accountChange, name: "auth.mail", provider: "password")
}
