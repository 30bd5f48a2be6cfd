import ConsoleKit
import Domain
import StrictJSON
import UseCases

/// One attempt: what each party says of it, in one order.
struct AttemptView: FramedView {
    static let template = "attempt"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    /// `Token exchange failed`
    let title: String
    let code: String?
    let outcome: BadgeView
    /// Attempts of the same installation.
    let previous: String?
    let next: String?
    let time: TimeView
    /// `5 steps in 2.9 s`
    let summary: String
    /// What was done about the phone's clock.
    let clockNote: String?
    let verdict: AttemptVerdictView
    let hasFindings: Bool
    let findings: [AttemptFindingView]
    let lanes: AttemptLanesView
    let rows: [TimelineRowView]
    let cause: AttemptCauseView?
    let hasError: Bool
    /// The errors of the event that decided.
    let chain: [CauseView]
    let hasOtherCodes: Bool
    let otherCodes: [OtherCodeView]
    let facts: [FactView]
    let links: [LinkView]
    let session: AttemptSessionView?
    let hasEarlier: Bool
    let earlier: [AttemptSummaryView]
    let hasLater: Bool
    let later: [AttemptSummaryView]
}

extension AttemptView {
    init(_ data: AttemptData, _ page: TenantPage) {
        let (details, users, texts) = (data.details, data.users, page.texts)
        let timeline = details.timeline
        let ending = timeline.ending
        let error = timeline.decidingEvent?.content.error
        let otherCodes = OtherCodeView.codes(of: details, texts)
        let title = Self.title(timeline, texts)
        self.init(
            frame: page.frame(title, at: page.paths.attempts),
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("attempts.title"), href: page.paths.attempts)],
                current: ShortID.of(timeline.attempt)
            ),
            title: title,
            code: ending.code.map { VisibleText.escaped($0) },
            outcome: ending.badge(texts),
            previous: details.earlier.first.map { page.paths.attempt($0.attempt) },
            next: details.later.first.map { page.paths.attempt($0.attempt) },
            time: page.clock.full(timeline.startedAt ?? page.clock.now),
            summary: texts(
                "attempts.summary",
                count: timeline.steps.count,
                ["span": .text(timeline.duration.label(texts))]
            ),
            clockNote: Self.clockNote(timeline.clock, texts),
            verdict: AttemptVerdictView(details, page),
            hasFindings: !details.findings.isEmpty,
            findings: details.findings.map { AttemptFindingView($0, page) },
            lanes: AttemptLanes(details, page).view,
            rows: TimelineRowView.rows(timeline, page),
            cause: AttemptCauseView(data, page),
            hasError: error?.isOnlyMessage == false,
            chain: error.map(CauseView.chain) ?? [],
            hasOtherCodes: !otherCodes.isEmpty,
            otherCodes: otherCodes,
            facts: Self.facts(timeline, users, page),
            links: Self.links(timeline, page),
            session: AttemptSessionView(details, page),
            hasEarlier: !details.earlier.isEmpty,
            earlier: details.earlier.map { AttemptSummaryView($0, users: users, page) },
            hasLater: !details.later.isEmpty,
            later: details.later.map { AttemptSummaryView($0, users: users, page) }
        )
    }

    /// The first broken step as a sentence, if the attempt ended as that step did; else how it ended.
    private static func title(_ timeline: AttemptTimeline, _ texts: Texts) -> String {
        let broken = timeline.ending.broken.flatMap { reference in
            timeline.steps.first { $0.event.reference == reference }
        }
        guard broken?.content.outcome.rawValue == timeline.ending.kind.rawValue else {
            return texts(TextKey("attempts.ending.\(timeline.ending.kind.rawValue.asKeyPart)"))
        }
        return broken?.event.finding(texts)
            ?? texts(TextKey("attempts.ending.\(timeline.ending.kind.rawValue.asKeyPart)"))
    }

    private static func clockNote(_ clock: ClockAlignment, _ texts: Texts) -> String? {
        guard clock.offset != .zero else { return nil }
        let size = clock.offset < .zero ? .zero - clock.offset : clock.offset
        let span = TextArgument.text(size.label(texts))
        guard let uncertainty = clock.uncertainty else {
            return texts(clock.offset > .zero ? "attempts.clock-behind" : "attempts.clock-ahead", ["span": span])
        }
        return texts(
            clock.offset > .zero ? "attempts.clock-behind-within" : "attempts.clock-ahead-within",
            ["span": span, "uncertainty": .text(uncertainty.label(texts))]
        )
    }

    private static let shownDimensions: [EventDimension] = [
        .provider, .appVersion, .build, .deviceModel, .platform, .osVersion, .network, .installation,
    ]

    private static func facts(_ timeline: AttemptTimeline, _ users: [User.ID: User], _ page: TenantPage) -> [FactView] {
        let texts = page.texts
        let user = timeline.value(of: .user).map { text -> FactView in
            let known = User.ID(text).flatMap { users[$0] }
            return FactView(
                EventDimension.user.label(texts),
                known?.title(texts) ?? VisibleText.escaped(text),
                href: page.href(ofEventUser: text),
                isCode: known == nil
            )
        }
        let others = shownDimensions.compactMap { dimension in
            timeline.value(of: dimension).map { value in
                FactView(dimension.label(texts), VisibleText.escaped(dimension.text(ofValue: value, texts)))
            }
        }
        let reference = AttemptReference(timeline.attempt).description
        let names = [
            FactView(texts("errors.reference"), reference, isCode: true),
            FactView(EventDimension.attempt.label(texts), timeline.attempt.description, isCode: true),
        ]
        return [user, confirmation(timeline, texts)].compactMap(\.self) + others + names
    }

    /// Whether the server names the user too. A client can name any, and a wrong password whom someone tried to be.
    private static func confirmation(_ timeline: AttemptTimeline, _ texts: Texts) -> FactView? {
        guard let user = timeline.value(of: .user) else { return nil }
        let recorded = timeline.steps.filter { step in
            step.content.source == .server && !step.event.isFinding && step.join.confidence == .certain
                && step.content[.user]?.hasSameBytes(as: user) == true
        }
        let isOnlyTried = recorded.allSatisfy { $0.event.isGuess }
        let key: TextKey =
            recorded.isEmpty
            ? "attempts.user-claimed" : isOnlyTried ? "attempts.user-tried" : "attempts.user-confirmed"
        return FactView(texts("events.user-confirmation"), texts(key))
    }

    private static func links(_ timeline: AttemptTimeline, _ page: TenantPage) -> [LinkView] {
        let (texts, times) = (page.texts, timeline.steps.map(\.content.occurredAt))
        guard let first = times.min(), let last = times.max() else { return [] }
        let events = PageAddress(
            page.paths.events,
            [
                "from": LocalTime.absolute(first - .minutes(1)), "to": LocalTime.absolute(last + .minutes(1)),
                "attempt": timeline.attempt.description,
            ]
        )
        let ofUser = timeline.value(of: .user).map { user in
            LinkView(label: texts("attempts.of-user"), href: PageAddress(page.paths.attempts, ["user": user]).href)
        }
        let ofRelease = timeline.value(of: .appVersion).map { version in
            LinkView(
                label: texts("attempts.of-release", ["version": .text(VisibleText.escaped(version))]),
                href: PageAddress(page.paths.attempts, ["release": version]).href
            )
        }
        return [LinkView(label: texts("attempts.events"), href: events.href), ofUser, ofRelease].compactMap(\.self)
    }
}

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

    /// The form that ends the session and leads back to the attempt. Its token is for the path alone.
    private static func ending(_ id: Session.ID, of attempt: TraceID, _ page: TenantPage) -> FormView {
        let path = page.paths.sessionEnding(id)
        let address = PageAddress(path, ["to": page.paths.attempt(attempt)])
        return FormView(action: address.href, token: page.form(path).token)
    }
}

/// One line of the table of an attempt: a step, or what is missing between two.
struct TimelineRowView: Sendable {
    let step: TimelineStepView?
    let gap: String?
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

extension AttemptTimeline {
    /// The event whose code is the cause of the attempt's end.
    var decidingEvent: StoredEvent? {
        if let broken = ending.broken { return steps.first { $0.event.reference == broken }?.event }
        guard let code = ending.code else { return nil }
        return steps.last { $0.event.code?.hasSameBytes(as: code) == true }?.event
    }
}

/// A code of an attempt beside the one that broke it.
struct OtherCodeView: Sendable {
    let codeName: String
    let explanation: ExplanationView
}

extension OtherCodeView {
    /// The codes of steps and contradictions that the catalogue has, each once, without the one that broke the attempt.
    static func codes(of details: AttemptDetails, _ texts: Texts) -> [OtherCodeView] {
        let all = details.findings.map(\.code) + details.timeline.steps.compactMap(\.event.code)
        var seen = Set([details.timeline.ending.code].compactMap { $0.map { ByteText($0) } })
        return all.filter { seen.insert(ByteText($0)).inserted }.compactMap { code in
            CauseExplanation(of: code, texts).map {
                OtherCodeView(codeName: $0.entry.code, explanation: ExplanationView($0, texts))
            }
        }
    }
}
