import ConsoleKit
import Domain
import UseCases

/// The users who had no success since a failure.
struct StillOutView: FramedView {
    static let template = "still-out"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let title: String
    let code: String
    let step: String
    let ranges: [RangeView]
    let summary: String
    let hasRows: Bool
    let rows: [UserStillOutView]
    let empty: EmptyView?
    let pager: PagerView
}

extension StillOutView {
    init(_ list: StillOutList, _ page: TenantPage) {
        let (failure, texts) = (list.failure, page.texts)
        let address = PageAddress(
            page.paths.failureStillOut(failure.id),
            list.period == .week ? [:] : ["period": list.period.rawValue]
        )
        let title = failure.key.title(texts)
        self.init(
            frame: page.frame(texts("failures.out-title"), at: page.paths.failures),
            breadcrumb: BreadcrumbView(
                links: [
                    LinkView(label: texts("failures.title"), href: page.paths.failures),
                    LinkView(label: title, href: page.paths.failure(failure.id)),
                ],
                current: texts("failures.out-title")
            ),
            title: texts("failures.out-title"),
            code: VisibleText.escaped(failure.key.code),
            step: failure.key.stage.label(texts),
            ranges: FailurePeriod.allCases.map { RangeView($0, current: list.period, at: address, texts) },
            summary: Self.summary(list, texts),
            hasRows: !list.events.items.isEmpty,
            rows: list.events.items.map { UserStillOutView($0, users: list.users, page) },
            empty: list.events.items.isEmpty
                ? EmptyView(texts("failures.out-empty-title"), texts("failures.out-empty-text")) : nil,
            pager: PagerView(list.events, at: address, order: "common.order.newest-first", texts)
        )
    }

    /// `45 of 342 people affected in the last 7 days had no success since.`
    private static func summary(_ list: StillOutList, _ texts: Texts) -> String {
        let users = list.failure.users
        return texts(
            "failures.out-summary",
            count: users.affected,
            [
                "out": .text(users.text(users.stillOut, texts)), "people": .text(users.text(users.affected, texts)),
                "period": .text(texts(TextKey("events.range-period.\(list.period.rawValue)"))),
            ]
        )
    }
}

struct StillOutList: Sendable {
    let failure: FailureSummary
    let period: FailurePeriod
    /// The latest event of each user.
    let events: Page<StoredEvent>
    /// Those whose names the viewer may see.
    let users: [User.ID: User]
}

struct UserStillOutView: Sendable {
    let user: EventUserView
    /// Set when the user is not known: the row is of an installation.
    let kind: String?
    let time: TimeView
    let href: String
    let app: String
    let message: String?
    let attemptLink: String?
}

extension UserStillOutView {
    init(_ event: StoredEvent, users: [User.ID: User], _ page: TenantPage) {
        let row = EventRowView(event, users: users, page)
        let installation = event.content[.installation] ?? ""
        self.init(
            user: row.user
                ?? EventUserView(
                    label: VisibleText.escaped(ShortID.of(installation)),
                    href: PageAddress(page.paths.events, ["range": "30d", "installation": installation]).href,
                    isCode: true,
                    claim: nil
                ),
            kind: row.user == nil ? page.texts("failures.out-installation") : nil,
            time: page.clock.relative(event.content.occurredAt),
            href: row.href,
            app: row.app,
            message: row.message,
            attemptLink: row.attemptLink
        )
    }
}
