import Domain
import Foundation
import Synchronization

/// Messages that wait to be handed over. Nobody who asks for one waits for it, so the answer takes as long whoever it is.
///
/// They wait in memory: a link is good for half an hour, and whoever asked can ask again.
public final class MailQueue: Sendable {
    /// With more waiting a further one is refused.
    public static let maximumWaiting = 1000
    /// How long after each failure a message is tried again; after the last it is given up.
    static let pauses: [Duration] = [.seconds(5), .seconds(30), .minutes(2), .minutes(5)]
    /// How many `deliver` beside each other, so that one slow host does not hold up all.
    public static let width = 4

    /// A message that is written when its turn comes, by who has to look things up for it.
    struct Order: Sendable {
        let place: SignInPlace
        /// Nil when there is nobody to write to.
        let write: @Sendable () async throws(DomainError) -> MailMessage?
    }

    private struct Waiting: Sendable {
        let order: Order
        var message: MailMessage?
        var failures = 0
        var dueAt: Timestamp
        /// It was tried for the last time, and is counted as lost.
        var isOver = false
    }

    public struct Counts: Sendable, Hashable {
        public fileprivate(set) var sent = 0
        /// Tries that failed, of messages that were tried again too.
        public fileprivate(set) var failures = 0
        public fileprivate(set) var givenUp = 0
        /// Refused because too many waited.
        public fileprivate(set) var refused = 0
        /// Still waiting when the server ended.
        public fileprivate(set) var lost = 0
    }

    private struct State {
        var waiting: [Waiting] = []
        /// The server ends: what fails now is not tried again.
        var isEnding = false
        var counts = Counts()
    }

    private let transport: (any MailTransport)?
    private let attempts: AttemptLog
    private let now: @Sendable () -> Timestamp
    /// Told why a message failed, and whether it was given up.
    private let report: @Sendable (MailFailure, _ isLast: Bool) -> Void
    private let state = Mutex(State())

    public init(
        transport: (any MailTransport)?, attempts: AttemptLog, now: @escaping @Sendable () -> Timestamp,
        report: @escaping @Sendable (MailFailure, _ isLast: Bool) -> Void = { _, _ in }
    ) {
        self.transport = transport
        self.attempts = attempts
        self.now = now
        self.report = report
    }

    /// Whether anything carries messages from here.
    public var isConfigured: Bool { transport != nil }
    public var queue: QueueDepth { QueueDepth(waiting: state.withLock { $0.waiting.count }, limit: Self.maximumWaiting) }
    public var counts: Counts { state.withLock { $0.counts } }

    /// Has a message written and sent in a moment. Without anything that carries messages nothing happens.
    /// - Throws: `.unavailable` while too many wait.
    func add(_ order: Order) throws(DomainError) {
        guard isConfigured else { return }
        let waiting = Waiting(order: order, dueAt: now())
        let isTaken = state.withLock { state in
            guard state.waiting.count < Self.maximumWaiting else {
                state.counts.refused += 1
                return false
            }
            state.waiting.append(waiting)
            return true
        }
        guard isTaken else { throw .unavailable(retryAfter: .seconds(30)) }
    }

    /// Notes a message that was too many, where nobody waits for an answer.
    func refused(_ order: Order) {
        attempts.record(.mail, .failed, code: "mail_not_sent", at: order.place)
    }

    /// Sends what is due, one after the other. One turn of a timer.
    public func deliver() async {
        guard let transport else { return }
        while !Task.isCancelled, let waiting = takeDue() { await send(waiting, over: transport) }
    }

    private func takeDue() -> Waiting? {
        let moment = now()
        return state.withLock { state in
            state.waiting.firstIndex { $0.dueAt <= moment && !$0.isOver }.map { state.waiting.remove(at: $0) }
        }
    }

    /// Has everything that waits for another try be due now: the server ends.
    public func hurry() {
        let moment = now()
        state.withLock { state in
            guard !state.isEnding else { return }
            state.isEnding = true
            for place in state.waiting.indices { state.waiting[place].dueAt = min(state.waiting[place].dueAt, moment) }
        }
    }

    /// Gives everything up that waits still.
    /// - Returns: how many messages nobody will get.
    public func finish() -> Int {
        let lost = state.withLock { state in
            defer { state.waiting = [] }
            state.counts.lost += state.waiting.count
            return state.waiting
        }
        for waiting in lost { attempts.record(.mail, .failed, code: "mail_not_sent", at: waiting.order.place) }
        return lost.count
    }

    private func send(_ waiting: Waiting, over transport: any MailTransport) async {
        var waiting = waiting
        do throws(DomainError) {
            if waiting.message == nil { waiting.message = try await waiting.order.write() }
        } catch {
            // What cannot be looked up now can be in a moment; what can never be looked up is nobody's.
            guard case .unavailable = error else { return }
            return failed(waiting, MailFailure(reason: "The database did not answer."))
        }
        guard let message = waiting.message else { return }
        do throws(MailFailure) {
            try await transport.send(message)
            state.withLock { $0.counts.sent += 1 }
        } catch { failed(waiting, error) }
    }

    private func failed(_ waiting: Waiting, _ failure: MailFailure) {
        var waiting = waiting
        let isLast = waiting.failures == Self.pauses.count
        if !isLast { waiting.dueAt = now() + Self.pauses[waiting.failures] }
        waiting.failures += 1
        let again = isLast ? nil : waiting
        state.withLock { state in
            state.counts.failures += 1
            if var again {
                again.isOver = state.isEnding
                state.waiting.append(again)
            } else {
                state.counts.givenUp += 1
            }
        }
        if isLast { attempts.record(.mail, .failed, code: "mail_not_sent", at: waiting.order.place) }
        report(failure, isLast)
    }
}

extension AttemptStep {
    /// A message that nothing would carry.
    static let mail = AttemptStep(.accountChange, name: "auth.mail", provider: "password")
}
