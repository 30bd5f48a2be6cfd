import ConsoleKit
import Domain
import UseCases

/// The form with which a member decides about a failure.
struct FailureTriageView: Sendable {
    let form: FormView
    let version: String
    let errors: FormErrorsView?
    let groups: [FailureActionGroupView]
    let owner: SelectView
    let ownerButton: FailureButtonView
}

extension FailureTriageView {
    /// - Returns: nil for users who may not decide.
    init?(_ details: FailureDetails, _ page: TenantPage) {
        guard page.access.allows(.triageFailures) else { return nil }
        let (failure, texts, problems) = (details.detail.summary, page.texts, details.problems)
        let noOne = OptionView(value: "", label: texts("failures.no-owner"), isSelected: failure.triage.assignee == nil)
        self.init(
            form: page.form(page.paths.failureChanges(failure.id)),
            version: String(failure.triage.version),
            errors: problems.hasFields ? problems.summary : nil,
            groups: [.resolving(details, texts), .archiving(details, texts), .others(details, texts)],
            owner: SelectView(
                "assignee",
                texts("failures.owner"),
                options: [noOne]
                    + details.members.map {
                        OptionView(
                            value: $0.id.description,
                            label: $0.title(texts),
                            isSelected: $0.id == failure.triage.assignee
                        )
                    },
                error: problems["assignee"]
            ),
            ownerButton: FailureButtonView(.assign, texts)
        )
    }
}

/// Actions with one purpose, below a heading.
struct FailureActionGroupView: Sendable {
    let groupTitle: String
    let buttons: [FailureButtonView]
    let entry: FailureEntryView?
}

extension FailureActionGroupView {
    fileprivate static func resolving(_ details: FailureDetails, _ texts: Texts) -> FailureActionGroupView {
        // The fix is rarely in a release that has the failure.
        let newest = details.detail.releases.compactMap(\.name)
            .compactMap { name in VersionNumber(name).map { (name: name, number: $0) } }
            .max { $0.number < $1.number }
        return FailureActionGroupView(
            groupTitle: texts("failures.group-resolve"),
            buttons: [
                FailureButtonView(.resolve, isPrimary: true, texts), FailureButtonView(.resolveInNextRelease, texts),
            ],
            entry: FailureEntryView(
                field: FieldView(
                    "release",
                    texts("failures.fixed-in"),
                    value: details.typed["release"] ?? "",
                    hint: newest.map { texts("failures.fixed-in-hint", ["release": .visible($0.name)]) },
                    error: details.problems["release"],
                    maximumLength: FailureQuery.releaseMaximumLength,
                    isRequired: false,
                    isVerbatim: true
                ),
                send: FailureButtonView(.resolveInRelease, texts)
            )
        )
    }

    fileprivate static func archiving(_ details: FailureDetails, _ texts: Texts) -> FailureActionGroupView {
        FailureActionGroupView(
            groupTitle: texts("failures.group-archive"),
            buttons: [FailureButtonView(.archive, texts), FailureButtonView(.archiveUntilEscalating, texts)],
            entry: FailureEntryView(
                field: FieldView(
                    "count",
                    texts("failures.wait-for"),
                    value: details.typed["count"] ?? "",
                    error: details.problems["count"],
                    maximumLength: 7,
                    isRequired: false,
                    isVerbatim: true
                ),
                send: FailureButtonView(.archiveUntilCount, texts)
            )
        )
    }

    fileprivate static func others(_ details: FailureDetails, _ texts: Texts) -> FailureActionGroupView {
        let isOpen = details.detail.summary.triage.state == .open
        return FailureActionGroupView(
            groupTitle: texts("failures.group-others"),
            buttons: [FailureButtonView(.expect, texts)] + (isOpen ? [] : [FailureButtonView(.reopen, texts)]),
            entry: nil
        )
    }
}

/// An action that needs a value.
struct FailureEntryView: Sendable {
    let field: FieldView
    let send: FailureButtonView
}

/// A button that sends an action.
struct FailureButtonView: Sendable {
    let value: String
    let label: String
    let isPrimary: Bool
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
