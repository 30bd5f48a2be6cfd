import Domain
import Synchronization

/// Records the server's steps of each attempt, as events beside those of the client. Only use cases record.
///
/// No request waits for it: steps are gathered and written a moment later. When the database is unavailable for so long
/// that the queue is full, the oldest steps are dropped; of a tenant that uses up its share, the newest. Dropped steps
/// are counted. Steps not written when the process is killed are lost: they are observations, not audit entries.
public final class AttemptLog: Sendable {
    /// The maximum number of steps that wait to be written.
    public static let maximumWaiting = 10_000
    /// The number of one tenant's steps that may wait, so that a flood at one leaves room for the others.
    public static let maximumWaitingOfTenant = maximumWaiting / 4
    /// The number of steps written in one transaction.
    static let step = 1000
    /// The number of steps among which one is looked for that was recorded just now.
    private static let latest = 500

    private struct Waiting {
        let tenant: Tenant.ID
        var event: DecodedEvent

        func failed(_ code: String, in context: SignInContext) -> Waiting {
            var step = self
            step.event.content.outcome = .failed
            step.event.content.attempt = context.client.origin.attempt
            step.event.content.attributes =
                (event.content.attributes + [EventAttribute("auth.server.code", .text(code))])
                .sorted { $0.name < $1.name }
            return step
        }
    }

    private struct State {
        private(set) var waiting: [Waiting] = []
        private(set) var dropped = 0
        private var counts: [Tenant.ID: Int] = [:]

        mutating func add(_ step: Waiting) {
            guard counts[step.tenant, default: 0] < AttemptLog.maximumWaitingOfTenant else {
                dropped += 1
                return
            }
            waiting.append(step)
            counts[step.tenant, default: 0] += 1
            trim()
        }

        /// Removes the latest step that fulfils a condition, of those added just now.
        mutating func takeLatest(where isWanted: (Waiting) -> Bool) -> Waiting? {
            guard let place = waiting.suffix(AttemptLog.latest).lastIndex(where: isWanted) else { return nil }
            let step = waiting.remove(at: place)
            forget([step])
            return step
        }

        mutating func take(_ limit: Int) -> [Waiting] {
            let group = Array(waiting.prefix(limit))
            waiting.removeFirst(group.count)
            forget(group)
            return group
        }

        /// These steps had their places already, however many have arrived since.
        mutating func putBack(_ group: [Waiting]) {
            waiting.insert(contentsOf: group, at: 0)
            for step in group { counts[step.tenant, default: 0] += 1 }
            trim()
        }

        private mutating func trim() {
            let excess = waiting.count - AttemptLog.maximumWaiting
            guard excess > 0 else { return }
            forget(waiting.prefix(excess))
            waiting.removeFirst(excess)
            dropped += excess
        }

        private mutating func forget(_ steps: some Sequence<Waiting>) {
            for step in steps { counts[step.tenant] = counts[step.tenant].flatMap { $0 > 1 ? $0 - 1 : nil } }
        }
    }

    private let recorder: EventRecorder
    private let systemContext: SystemContext
    private let state = Mutex(State())

    init(recorder: EventRecorder, systemContext: SystemContext) {
        self.recorder = recorder
        self.systemContext = systemContext
    }

    public var queue: QueueDepth {
        QueueDepth(waiting: state.withLock { $0.waiting.count }, limit: Self.maximumWaiting)
    }
    /// Steps that could not be written, since the start.
    public var dropped: Int { state.withLock { $0.dropped } }

    /// Runs `work`, which identifies no user, and records whether it failed.
    func recording(
        _ step: AttemptStep,
        in context: SignInContext,
        _ work: () async throws(AuthFailure) -> Void
    ) async throws(AuthFailure) {
        _ = try await recording(step, in: context) { () throws(AuthFailure) -> UnidentifiedAttempt in
            try await work()
            return UnidentifiedAttempt()
        }
    }

    /// Runs `work` and records its result.
    func recording<Result: AttemptResult>(
        _ step: AttemptStep,
        in context: SignInContext,
        _ work: () async throws(AuthFailure) -> Result
    ) async throws(AuthFailure) -> Result {
        try await recording(step, in: context) { (_: inout User.ID?) async throws(AuthFailure) -> Result in
            try await work()
        }
    }

    /// Runs `work` and records its result.
    /// - Parameter work: sets the user whose account a step was about that fails.
    func recording<Result: AttemptResult>(
        _ step: AttemptStep,
        in context: SignInContext,
        _ work: (inout User.ID?) async throws(AuthFailure) -> Result
    ) async throws(AuthFailure) -> Result {
        let began = ContinuousClock.now
        var user: User.ID?
        do throws(AuthFailure) {
            let result = try await work(&user)
            record(
                AttemptEntry(
                    step,
                    .success,
                    user: result.attemptUser,
                    session: result.attemptSession,
                    took: .now - began
                ),
                in: context
            )
            return result
        } catch {
            record(AttemptEntry(step, error, user: user, took: .now - began), in: context)
            throw error
        }
    }

    func record(_ entry: AttemptEntry, in context: SignInContext) {
        let now = systemContext.now()
        var attributes = [EventAttribute("request.id", .text(context.origin.requestID))] + entry.attributes
        if let code = entry.code { attributes.append(EventAttribute("auth.server.code", .text(code))) }
        let content = EventContent(
            id: systemContext.newID(),
            occurredAt: now,
            source: .server,
            stage: entry.step.stage,
            outcome: entry.outcome,
            texts: [
                .name: entry.step.name, .provider: entry.step.provider, .appVersion: context.device.appVersion,
                .osVersion: context.device.osVersion, .deviceModel: context.device.model,
                .user: entry.user?.description,
                .session: entry.session?.description,
            ],
            // The error that the client gets names the attempt, also where the client names none.
            attempt: entry.outcome.isBroken ? context.client.origin.attempt : context.trace,
            duration: entry.duration.map { .milliseconds($0.wholeMilliseconds) },
            attributes: attributes.sorted { $0.name < $1.name }
        )
        state.withLock { $0.add(Waiting(tenant: context.tenant.id, event: DecodedEvent(content))) }
    }

    /// Records what the server did by itself, or in response to another server's notification.
    func record(_ entry: AttemptEntry, in tenant: Tenant.ID) {
        let attributes = entry.attributes + (entry.code.map { [EventAttribute("auth.server.code", .text($0))] } ?? [])
        let content = EventContent(
            id: systemContext.newID(),
            occurredAt: systemContext.now(),
            source: .server,
            stage: entry.step.stage,
            outcome: entry.outcome,
            texts: [.name: entry.step.name, .provider: entry.step.provider, .user: entry.user?.description],
            attributes: attributes.sorted { $0.name < $1.name }
        )
        state.withLock { $0.add(Waiting(tenant: tenant, event: DecodedEvent(content))) }
    }

    /// Runs `work`, which gives the client the session that a step opened. The step is a success when the work is done:
    /// when it fails, the step has failed.
    func handingOver<Result, Failure>(
        _ session: Session,
        of user: User.ID,
        in context: SignInContext,
        _ work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let name = session.id.description
        let step = state.withLock { state in
            state.takeLatest {
                $0.tenant == context.tenant.id && $0.event.content.outcome == .success
                    && $0.event.content[.session] == name
            }
        }
        do throws(Failure) {
            let result = try await work()
            if let step { state.withLock { $0.add(step) } }
            return result
        } catch {
            let code = AuthFailure.unavailable(retryAfter: .seconds(1)).code
            if let step {
                state.withLock { $0.add(step.failed(code, in: context)) }
            } else {
                // It is written already, or was dropped.
                let step = AttemptStep.sessionHandover(provider: session.provider)
                record(
                    AttemptEntry(step, .failed, code: code, user: user, session: session.id),
                    in: context
                )
            }
            throw error
        }
    }

    /// Writes the gathered steps. One turn of the timer. While telemetry cannot be stored nothing is tried: the latest
    /// steps wait, up to the limit, and older ones are dropped.
    /// - Throws: `.unavailable`; steps that could not be written stay in the queue.
    public func flush() async throws(DomainError) {
        while recorder.storage.state == .available {
            let group = state.withLock { $0.take(Self.step) }
            guard !group.isEmpty else { return }
            for (tenant, steps) in Dictionary(grouping: group, by: \.tenant) {
                do throws(DomainError) { try await recorder.record(steps.map(\.event), in: tenant) } catch {
                    // A step that was written and waits again is recognised by its id.
                    state.withLock { $0.putBack(group) }
                    throw error
                }
            }
        }
    }
}

/// The result of a step that does not identify a user.
struct UnidentifiedAttempt: AttemptResult {
    var attemptUser: User.ID? { nil }
    var attemptSession: Session.ID? { nil }
}

/// The result of a step that succeeded.
public protocol AttemptResult: Sendable {
    var attemptUser: User.ID? { get }
    var attemptSession: Session.ID? { get }
}
