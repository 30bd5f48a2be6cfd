import ConsoleKit
import Domain
import UseCases
import WebCore

extension FailureListView {
    init(_ data: FailureListData, _ page: TenantPage) {
        let (search, listing, texts) = (data.search, data.listing, page.texts)
        let address = search.address(page.paths)
        let items = listing.page.items
        let canTriage = page.access.allows(.triageFailures)
        self.init(
            frame: page.frame(texts("failures.title"), at: page.paths.failures),
            tabs: FailureSearch.Tab.allCases.map { tab in
                FailureTabView(
                    label: tab.label(listing, texts),
                    href: address.with("tab", tab == .attention ? nil : tab.rawValue).href,
                    isCurrent: tab == search.tab
                )
            },
            ranges: FailurePeriod.allCases.map { RangeView($0, current: search.period, at: address, texts) },
            action: page.paths.failures,
            kept: [
                HiddenFieldView(name: "tab", value: search.tab.rawValue),
                HiddenFieldView(name: "period", value: search.period.rawValue),
            ],
            code: FieldView(
                "code",
                texts("failures.code"),
                value: search.query.code ?? "",
                maximumLength: EventQuery.textMaximumLength,
                isRequired: false,
                isVerbatim: true
            ),
            release: FieldView(
                "release",
                texts("failures.release"),
                value: search.query.release ?? "",
                maximumLength: FailureQuery.releaseMaximumLength,
                isRequired: false,
                isVerbatim: true
            ),
            sort: SelectView(
                "sort",
                texts("failures.sort"),
                options: FailureQuery.Sort.allCases.map {
                    OptionView(
                        value: $0.rawValue,
                        label: texts(TextKey("failures.sort.\($0.rawValue.replacing("_", with: "-"))")),
                        isSelected: $0 == search.query.sort
                    )
                }
            ),
            notice: listing.isComplete ? nil : NoticeView(.plain, texts("failures.incomplete")),
            bulk: canTriage && !items.isEmpty ? page.form(page.paths.failureChanges) : nil,
            canTriage: canTriage,
            buttons: [
                FailureButtonView(.resolve, texts), FailureButtonView(.resolveInNextRelease, texts),
                FailureButtonView(.archive, texts), FailureButtonView(.archiveUntilEscalating, texts),
                FailureButtonView(.expect, texts), FailureButtonView(.reopen, texts),
            ],
            hasRows: !items.isEmpty,
            rows: items.map { FailureRowView($0, users: data.users, page) },
            empty: items.isEmpty ? EmptyView(texts("failures.empty-title"), texts("failures.empty-text")) : nil,
            pager: PagerView(
                listing.page,
                at: address,
                order: TextKey("failures.order.\(search.query.sort.rawValue.replacing("_", with: "-"))"),
                texts
            )
        )
    }
}

extension FailureButtonView {
    init(_ action: FailureAction.Name, isPrimary: Bool = false, _ texts: Texts) {
        self.init(
            value: action.rawValue,
            label: texts(TextKey("failures.action.\(action.rawValue.replacing("_", with: "-"))")),
            isPrimary: isPrimary
        )
    }
}

extension RangeView {
    init(_ period: FailurePeriod, current: FailurePeriod, at address: PageAddress, _ texts: Texts) {
        self.init(
            label: texts(TextKey("events.range.\(period.rawValue)")),
            name: texts(TextKey("events.range-name.\(period.rawValue)")),
            href: address.with("period", period == .week ? nil : period.rawValue).href,
            isCurrent: period == current
        )
    }
}

extension FailureRowView {
    init(_ failure: FailureSummary, users: [User.ID: User], _ page: TenantPage) {
        let texts = page.texts
        let title = failure.key.title(texts)
        self.init(
            choice: "\(failure.id).\(failure.triage.version)",
            chooseLabel: texts("failures.choose", ["title": .text(title)]),
            href: page.paths.failure(failure.id),
            title: title,
            detail: failure.key.detail(texts),
            state: failure.triage.state.badge(texts),
            ownerName: failure.triage.assignee.map { Principal.Kind.user($0).name(users, texts) },
            chart: Sparkline(columns: failure.columns, name: texts("failures.chart", count: failure.count)).drawing,
            people: failure.people.text(failure.people.affected, texts),
            out: failure.people.text(failure.people.stillOut, texts),
            events: NumberText.grouped(failure.count, in: texts.language),
            seenFirst: page.clock.relative(failure.firstSeen),
            seenLast: failure.lastSeen.map { page.clock.relative($0) }
        )
    }
}
