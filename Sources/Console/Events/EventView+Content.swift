import ConsoleKit
import Domain
import UseCases
import WebCore

extension EventView {
    init(
        _ event: StoredEvent,
        person: User?,
        attempt: [StoredEvent],
        frame: FrameView,
        _ console: Console,
        _ context: TenantContext
    ) {
        let slug = context.tenant.slug
        let clock = console.clock(for: context)
        let content = event.content
        let chain = content.error.map { error in
            [CauseView(domain: error.domain, code: error.code, message: error.message)]
                + error.chain.map { CauseView(domain: $0.domain, code: $0.code, message: $0.message) }
        }
        self.init(
            frame: frame,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: "Events", href: ConsolePaths.events(slug))],
                current: ShortID.of(content.id)
            ),
            title: event.finding,
            code: event.code.map { VisibleText.escaped($0) },
            outcome: content.outcome.badge,
            summary: content.source.reporter,
            time: clock.full(content.occurredAt),
            message: content.error?.message.map { VisibleText.escaped($0) },
            facts: Self.facts(event, person, context, clock),
            environment: Self.environment(content),
            links: Self.links(event, context),
            hasError: chain != nil,
            chain: (chain ?? []).map(\.escaped),
            hasAttributes: !content.attributes.isEmpty,
            attributes: content.attributes.map {
                AttributeView(name: VisibleText.escaped($0.name), value: VisibleText.escaped($0.value.words))
            },
            attemptHref: content.attempt.map {
                PageAddress(
                    ConsolePaths.events(slug),
                    [
                        "from": LocalTime.absolute(content.occurredAt - EventRoutes.attemptSpan),
                        "to": LocalTime.absolute(content.occurredAt + EventRoutes.attemptSpan),
                        "attempt": $0.description,
                    ]
                ).href
            },
            hasAttempt: attempt.count > 1,
            attempt: attempt.map { AttemptRowView($0, isCurrent: $0.content.id == content.id, slug, clock) }
        )
    }

    private static func facts(
        _ event: StoredEvent,
        _ person: User?,
        _ context: TenantContext,
        _ clock: PageClock
    ) -> [FactView] {
        let content = event.content
        let correction = event.clockCorrection
        var facts: [FactView] = []
        if let person {
            facts.append(
                FactView("User", person.title(clock.texts), href: ConsolePaths.user(person.id, context.tenant.slug))
            )
        }
        if let user = content[.user] {
            facts.append(
                FactView("User ID", VisibleText.escaped(user), href: context.href(ofPerson: user), isCode: true)
            )
        }
        if let session = content[.session] {
            let address = PageAddress(ConsolePaths.events(context.tenant.slug), ["range": "30d", "session": session])
            facts.append(FactView("Session ID", VisibleText.escaped(session), href: address.href, isCode: true))
        }
        if let attempt = content.attempt { facts.append(FactView("Attempt", attempt.description, isCode: true)) }
        if let name = content[.name] { facts.append(FactView("Event name", VisibleText.escaped(name), isCode: true)) }
        if let provider = content[.provider] { facts.append(FactView("Provider", VisibleText.escaped(provider))) }
        facts.append(FactView("Received", at: clock.relative(event.receivedAt)))
        if correction != .zero { facts.append(FactView("Device clock", Self.words(correction))) }
        facts.append(FactView("Event ID", content.id.description, isCode: true))
        return facts
    }

    /// What was added to the client's clock tells which way it was wrong.
    private static func words(_ correction: Duration) -> String {
        let seconds = abs(correction.wholeMilliseconds / 1000)
        let size =
            switch seconds {
            case 86_400...: CountText.of(Int(seconds / 86_400), "day", "days")
            case 3600...: CountText.of(Int(seconds / 3600), "hour", "hours")
            default: CountText.of(Int(max(1, seconds / 60)), "minute", "minutes")
            }
        return "\(size) \(correction > .zero ? "behind" : "ahead"), corrected"
    }

    /// The dimensions that the page shows elsewhere.
    private static let shownElsewhere: Set<EventDimension> = [.name, .provider, .user, .session]

    private static func environment(_ content: EventContent) -> [FactView] {
        let facts = EventDimension.texts.filter { !shownElsewhere.contains($0) }.compactMap { dimension in
            content[dimension].map { text in
                FactView(
                    EventDimensionText.label(of: dimension),
                    VisibleText.escaped(EventDimensionText.value(text, of: dimension))
                )
            }
        }
        return facts.isEmpty ? [FactView("Device", "Not reported")] : facts
    }

    private static func links(_ event: StoredEvent, _ context: TenantContext) -> [LinkView] {
        let events = ConsolePaths.events(context.tenant.slug)
        return [
            event.code.map {
                LinkView(
                    label: "All \(VisibleText.escaped($0)) events",
                    href: PageAddress(events, ["range": "7d", "code": $0]).href
                )
            },
            event.content[.appVersion].map {
                LinkView(
                    label: "Failures in \(VisibleText.escaped($0))",
                    href: PageAddress(events, ["range": "7d", "outcome": "failed", "app_version": $0]).href
                )
            },
        ].compactMap(\.self)
    }
}

extension CauseView {
    fileprivate var escaped: CauseView {
        CauseView(
            domain: VisibleText.escaped(domain),
            code: VisibleText.escaped(code),
            message: message.map { VisibleText.escaped($0) }
        )
    }
}

extension EventAttribute.Value {
    fileprivate var words: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .truth(let truth): truth ? "true" : "false"
        }
    }
}

extension AttemptRowView {
    init(_ event: StoredEvent, isCurrent: Bool, _ slug: Tenant.Slug, _ clock: PageClock) {
        self.init(
            time: clock.exact(event.content.occurredAt),
            href: ConsolePaths.event(event.reference, slug),
            title: event.title,
            detail: event.detail,
            outcome: event.content.outcome.badge,
            message: VisibleText.escaped(event.content.error?.message ?? ""),
            isCurrent: isCurrent
        )
    }
}
