import ConsoleKit
import Domain
import UseCases
import WebCore

/// The session that came of an attempt.
struct AttemptSessionView: Sendable {
    let sessionFacts: [FactView]
    /// What is left over of a failed attempt.
    let leftOver: String?
    /// Ends it; nil for a session that is over, and for users who may not end it.
    let endForm: FormView?
}

extension AttemptSessionView {
    /// - Returns: nil for an attempt without a session, and for users who may not see it.
    init?(_ details: AttemptDetails, _ page: TenantPage) {
        guard let found = details.session else { return nil }
        let (session, timeline, texts) = (found.session, details.timeline, page.texts)
        let isAlive = session.isAlive(at: page.clock.now)
        let state =
            isAlive
            ? texts("attempts.session-active")
            : session.endReason.map { $0.label(texts) } ?? texts("attempts.session-expired")
        let facts: [FactView?] = [
            FactView(texts("attempts.session-state"), state),
            FactView(texts("attempts.session-created"), at: page.clock.relative(session.createdAt)),
            FactView(texts("attempts.session-seen"), at: page.clock.relative(session.lastSeenAt)),
            session.endedAt.map { FactView(texts("attempts.session-ended"), at: page.clock.relative($0)) },
            found.refresh.map { refresh in
                // The first token came with the sign-in.
                let count = Int(clamping: refresh.generation - 1)
                return FactView(texts("attempts.session-refreshes"), NumberText.grouped(count, in: texts.language))
            },
            found.refresh.flatMap { refresh in
                guard refresh.generation > 1 else { return nil }
                return FactView(texts("attempts.session-refreshed"), at: page.clock.relative(refresh.rotatedAt))
            },
            FactView(
                texts("events.session-id"),
                session.id.description,
                href: PageAddress(page.paths.events, ["range": "30d", "session": session.id.description]).href,
                isCode: true
            ),
        ]
        self.init(
            sessionFacts: facts.compactMap(\.self),
            leftOver: details.isSessionLeftOver(at: page.clock.now) ? texts("attempts.session-left-over") : nil,
            endForm: isAlive && page.access.allows(.revokeSessions)
                ? Self.ending(session.id, of: timeline.attempt, page) : nil
        )
    }
}

extension AttemptSessionView {
    /// The form that ends the session and leads back to the attempt. Its token is for the path alone.
    private static func ending(_ id: Session.ID, of attempt: TraceID, _ page: TenantPage) -> FormView {
        let path = page.paths.session(id) + "/ending"
        let address = PageAddress(path, ["to": page.paths.attempt(attempt)])
        return FormView(action: address.href, token: page.form(path).token)
    }
}

extension TimelineRowView {
    /// The steps, each followed by what is missing after it.
    static func rows(_ timeline: AttemptTimeline, _ page: TenantPage) -> [TimelineRowView] {
        timeline.steps.enumerated().flatMap { place, step in
            let gaps = timeline.gaps.filter { $0.after == place }.map { gap in
                TimelineRowView(step: nil, gap: gap.sentence(isAtLeast: timeline.mayLeaveOutMore, page.texts))
            }
            let isBroken = timeline.ending.broken == step.event.reference
            let view = TimelineStepView(step, at: place, of: timeline, isBroken: isBroken, page)
            return [TimelineRowView(step: view, gap: nil)] + gaps
        }
    }
}
