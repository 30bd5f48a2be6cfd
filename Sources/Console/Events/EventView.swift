import ConsoleKit
import Domain
import StrictJSON
import UseCases

/// One event, whole.
struct EventView: FramedView {
    static let template = "event"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let title: String
    let code: String?
    let outcome: BadgeView
    /// `reported by the app`
    let summary: String
    let time: TimeView
    let message: String?
    let explanation: ExplanationView?
    /// What the tenant adds to it.
    let note: CauseNoteCardView?
    /// It has a code that this version does not know.
    let hasUnknownCode: Bool
    let facts: [FactView]
    let environment: [FactView]
    let links: [LinkView]
    let hasError: Bool
    let chain: [CauseView]
    let hasBreadcrumbs: Bool
    /// The oldest first.
    let breadcrumbs: [EventBreadcrumbView]
    let hasAttributes: Bool
    let attributes: [AttributeView]
    let attemptHref: String?
    let hasAttempt: Bool
    let attempt: [AttemptRowView]
}

extension EventView {
    init(_ details: EventDetails, _ page: TenantPage) {
        let (event, content, texts) = (details.event, details.event.content, page.texts)
        let finding = event.finding(texts)
        let explanation = event.code.flatMap { CauseExplanation(of: $0, texts) }
        let (breadcrumbs, attributes) = Breadcrumb.separated(from: content.attributes)
        self.init(
            frame: page.frame(finding, at: page.paths.events),
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("events.title"), href: page.paths.events)],
                current: ShortID.of(content.id)
            ),
            title: finding,
            code: event.code.map { VisibleText.escaped($0) },
            outcome: content.outcome.badge(texts),
            summary: texts(TextKey("events.reported-by.\(content.source.rawValue)")),
            time: page.clock.full(content.occurredAt),
            message: content.error?.message.map { VisibleText.escaped($0) },
            explanation: explanation.map { ExplanationView($0, texts) },
            note: explanation.flatMap { CauseNoteCardView(details.note, on: $0.entry, page) },
            hasUnknownCode: event.code != nil && explanation == nil,
            facts: Self.facts(event, details.user, page),
            environment: Self.environment(content, texts),
            links: Self.links(event, page),
            hasError: content.error != nil,
            chain: content.error.map(CauseView.chain) ?? [],
            hasBreadcrumbs: !breadcrumbs.isEmpty,
            breadcrumbs: breadcrumbs.map { EventBreadcrumbView($0, of: event, page) },
            hasAttributes: !attributes.isEmpty,
            attributes: attributes.map(AttributeView.init),
            attemptHref: content.attempt.map { Self.href(of: $0, around: content.occurredAt, page) },
            hasAttempt: details.attempt.count > 1,
            attempt: details.attempt.map { AttemptRowView($0, isCurrent: $0.content.id == content.id, page) }
        )
    }

    private static func href(of attempt: TraceID, around time: Timestamp, _ page: TenantPage) -> String {
        PageAddress(
            page.paths.events,
            [
                "from": LocalTime.absolute(time - EventRoutes.attemptSpan),
                "to": LocalTime.absolute(time + EventRoutes.attemptSpan),
                "attempt": attempt.description,
            ]
        ).href
    }

    private static func facts(_ event: StoredEvent, _ user: User?, _ page: TenantPage) -> [FactView] {
        let (content, texts) = (event.content, page.texts)
        let correction = event.clockCorrection
        let facts: [FactView?] = [
            user.map {
                FactView(EventDimension.user.label(texts), $0.title(texts), href: page.paths.user($0.id))
            },
            content[.user].map {
                let href = page.href(ofEventUser: $0)
                return FactView(texts("events.user-id"), VisibleText.escaped($0), href: href, isCode: true)
            },
            event.claim(texts).map { FactView(texts("events.user-confirmation"), $0.reason) },
            content[.session].map {
                let href = PageAddress(page.paths.events, ["range": "30d", "session": $0]).href
                return FactView(texts("events.session-id"), VisibleText.escaped($0), href: href, isCode: true)
            },
            content.attempt.map {
                FactView(
                    EventDimension.attempt.label(texts),
                    $0.description,
                    href: page.paths.attempt($0),
                    isCode: true
                )
            },
            content[.name].map {
                FactView(EventDimension.name.label(texts), VisibleText.escaped($0), isCode: true)
            },
            content[.provider].map {
                let name = EventDimension.provider.text(ofValue: $0, texts)
                return FactView(EventDimension.provider.label(texts), VisibleText.escaped(name))
            },
            FactView(texts("events.received"), at: page.clock.relative(event.receivedAt)),
            correction == .zero ? nil : FactView(texts("events.device-clock"), text(correction, texts)),
            FactView(texts("events.event-id"), content.id.description, isCode: true),
        ]
        return facts.compactMap(\.self)
    }

    /// The sign of the correction of the client's clock says which way it was wrong.
    private static func text(_ correction: Duration, _ texts: Texts) -> String {
        let seconds = Int(abs(correction.wholeMilliseconds / 1000))
        let unit =
            switch seconds {
            case 86_400...: 86_400
            case 3600...: 3600
            default: 60
            }
        return texts(
            correction > .zero ? "events.clock-behind" : "events.clock-ahead",
            ["span": .span(seconds: max(1, seconds / unit) * unit)]
        )
    }

    /// The dimensions that the page shows elsewhere.
    private static let shownElsewhere: Set<EventDimension> = [.name, .provider, .user, .session]

    private static func environment(_ content: EventContent, _ texts: Texts) -> [FactView] {
        let facts = EventDimension.texts.filter { !shownElsewhere.contains($0) }.compactMap { dimension in
            content[dimension].map { value in
                FactView(dimension.label(texts), VisibleText.escaped(dimension.text(ofValue: value, texts)))
            }
        }
        let none = FactView(EventDimension.deviceModel.label(texts), texts("events.environment-none"))
        return facts.isEmpty ? [none] : facts
    }

    private static func links(_ event: StoredEvent, _ page: TenantPage) -> [LinkView] {
        let (texts, events) = (page.texts, page.paths.events)
        return [
            event.code.map { code in
                LinkView(
                    label: texts("events.all-with-code", ["code": .text(VisibleText.escaped(code))]),
                    href: PageAddress(events, ["range": "7d", "code": code]).href
                )
            },
            event.content[.appVersion].map { version in
                LinkView(
                    label: texts("events.failures-in", ["version": .text(VisibleText.escaped(version))]),
                    href: PageAddress(events, ["range": "7d", "outcome": "failed", "app_version": version]).href
                )
            },
        ].compactMap(\.self)
    }
}

struct AttributeView: Sendable {
    let name: String
    let value: String
}

extension AttributeView {
    fileprivate init(_ attribute: EventAttribute) {
        self.init(name: VisibleText.escaped(attribute.name), value: VisibleText.escaped(attribute.value.notation))
    }
}

extension EventAttribute.Value {
    /// As JSON writes it, without quotation marks.
    fileprivate var notation: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .bool(let bool): bool ? "true" : "false"
        }
    }
}

/// One event of the same attempt.
struct AttemptRowView: Sendable {
    let time: TimeView
    let href: String
    let title: String
    let detail: String
    let outcome: BadgeView
    let message: String
    /// It is the page's own event.
    let isCurrent: Bool
}

extension AttemptRowView {
    init(_ event: StoredEvent, isCurrent: Bool, _ page: TenantPage) {
        self.init(
            time: page.clock.exact(event.content.occurredAt),
            href: page.paths.event(event.reference),
            title: event.title(page.texts),
            detail: event.detail(page.texts),
            outcome: event.content.outcome.badge(page.texts),
            message: VisibleText.escaped(event.content.error?.message ?? ""),
            isCurrent: isCurrent
        )
    }
}

/// One step that the app noted before an event.
struct EventBreadcrumbView: Sendable {
    let time: TimeView?
    let category: String?
    let level: String?
    let message: String?
    let data: [AttributeView]
}

extension EventBreadcrumbView {
    /// Its time is corrected like that of the event.
    init(_ breadcrumb: Breadcrumb, of event: StoredEvent, _ page: TenantPage) {
        self.init(
            time: breadcrumb.time.map { page.clock.timeOfDay($0 + event.clockCorrection) },
            category: breadcrumb.category.map { VisibleText.escaped($0) },
            level: breadcrumb.level.map { VisibleText.escaped($0) },
            message: breadcrumb.message.map { VisibleText.escaped($0) },
            data: breadcrumb.data.map { Self.lines($0, page.texts) } ?? []
        )
    }

    /// The members of an object; another text is shown as it is.
    private static func lines(_ data: String, _ texts: Texts) -> [AttributeView] {
        guard let object = (try? JSONValue(parsing: Array(data.utf8), limits: .stored))?.objectValue else {
            return [AttributeView(name: texts("events.breadcrumb-data"), value: VisibleText.escaped(data))]
        }
        return object.map { name, value in
            AttributeView(name: VisibleText.escaped(name), value: VisibleText.escaped(value.stringValue ?? value.text))
        }
    }
}
