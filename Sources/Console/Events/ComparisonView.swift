import ConsoleKit
import Domain
import UseCases

/// What differs between the events of a search and those that they are compared with.
struct ComparisonView: Sendable {
    /// The number of differences that a page shows.
    static let shown = 20
    /// The number of differences among which those are that a page can show.
    static let ranked = 200

    let comparisonTitle: String
    /// The numbers of events on both sides.
    let sizes: String?
    let choices: [ComparisonChoiceView]
    /// The form for another query; nil while the events are compared with something else.
    let otherQuery: OtherQueryView?
    /// Why nothing could be compared.
    let comparisonProblem: String?
    /// Says that not all events were counted.
    let partialComparison: String?
    let hasDifferences: Bool
    /// What the selected events are compared with, as the head of a column.
    let baselineName: String
    let differences: [DifferenceView]
    /// Says that there are more of them.
    let moreDifferences: String?
    /// What it means that there is none.
    let noDifferences: String?
}

extension ComparisonView {
    /// Nil while nothing is compared, and where the search itself has problems. An address that asks for an unknown
    /// comparison is a problem that leads here.
    init?(_ list: EventList, _ problems: FormProblems, at address: PageAddress, _ texts: Texts) {
        guard let baseline = list.search.comparison?.kind else {
            guard let problem = problems["compare"] else { return nil }
            self.init(problem: problem, nil, nil, at: address, texts)
            return
        }
        let otherQuery = OtherQueryView(list.search, problems, at: address, texts)
        switch list.result?.comparison {
        case .found(let comparison)?: self.init(comparison, with: baseline, otherQuery, list.search, at: address, texts)
        case .faulty?: self.init(problem: problems["compare"], baseline, otherQuery, at: address, texts)
        case nil:
            guard problems["against"] != nil else { return nil }
            self.init(problem: nil, baseline, otherQuery, at: address, texts)
        }
    }

    private init(
        problem: String?,
        _ baseline: ComparisonBaseline.Kind?,
        _ otherQuery: OtherQueryView?,
        at address: PageAddress,
        _ texts: Texts
    ) {
        self.init(
            comparisonTitle: texts("events.compare-failed"),
            sizes: nil,
            choices: ComparisonChoiceView.all(baseline, at: address, texts),
            otherQuery: otherQuery,
            comparisonProblem: problem,
            partialComparison: nil,
            hasDifferences: false,
            baselineName: baseline?.name(texts) ?? "",
            differences: [],
            moreDifferences: nil,
            noDifferences: nil
        )
    }

    private init(
        _ comparison: EventComparison,
        with baseline: ComparisonBaseline.Kind,
        _ otherQuery: OtherQueryView?,
        _ search: EventSearch,
        at address: PageAddress,
        _ texts: Texts
    ) {
        // What the search itself asks for is no finding.
        let fixed = search.fixedDimensions
        let found = comparison.differences.filter { !fixed.contains($0.facet.dimension) }
        let isSmall = min(comparison.selected, comparison.baseline) < EventComparison.minimumSample
        let key = isSmall ? "few" : found.isEmpty ? "none" : "title"
        self.init(
            comparisonTitle: texts(TextKey("events.compare-\(key).\(baseline.rawValue)")),
            sizes: texts(
                TextKey("events.compare-sizes.\(baseline.rawValue)"),
                ["selected": .number(comparison.selected), "baseline": .number(comparison.baseline)]
            ),
            choices: ComparisonChoiceView.all(baseline, at: address, texts),
            otherQuery: otherQuery,
            comparisonProblem: nil,
            partialComparison: comparison.isComplete ? nil : texts("events.compare-partial"),
            hasDifferences: !found.isEmpty,
            baselineName: baseline.name(texts),
            differences: found.prefix(Self.shown).map { difference in
                DifferenceView(
                    difference,
                    of: comparison,
                    with: baseline,
                    link: search.href(adding: difference.value, of: difference.facet.dimension, at: address),
                    texts
                )
            },
            moreDifferences: found.count > Self.shown
                ? texts("events.compare-more", ["maximum": .number(Self.shown)]) : nil,
            noDifferences: found.isEmpty ? Self.noDifferences(isSmall: isSmall, baseline, texts) : nil
        )
    }

    private static func noDifferences(isSmall: Bool, _ baseline: ComparisonBaseline.Kind, _ texts: Texts) -> String {
        guard isSmall else { return texts("events.compare-none-text") }
        return texts(
            TextKey("events.compare-few-text.\(baseline.rawValue)"),
            ["minimum": .number(EventComparison.minimumSample)]
        )
    }
}

/// What events can be compared with.
struct ComparisonChoiceView: Sendable {
    let label: String
    let href: String
    let isCurrent: Bool
}

extension ComparisonChoiceView {
    /// No comparison, and each baseline.
    fileprivate static func all(
        _ chosen: ComparisonBaseline.Kind?,
        at address: PageAddress,
        _ texts: Texts
    ) -> [ComparisonChoiceView] {
        let none = ComparisonChoiceView(
            label: texts("events.compare-nothing"),
            href: address.without("compare", "against").href,
            isCurrent: false
        )
        return ComparisonBaseline.Kind.allCases.map { baseline in
            ComparisonChoiceView(
                label: baseline.name(texts),
                href: (baseline == .query ? address : address.without("against"))
                    .with("compare", baseline.rawValue).href,
                isCurrent: baseline == chosen
            )
        } + [none]
    }
}

extension ComparisonBaseline.Kind {
    /// `Other events`
    fileprivate func name(_ texts: Texts) -> String { texts(TextKey("events.compare-name.\(rawValue)")) }
}

/// A value that is more or less frequent among the selected events than among others.
struct DifferenceView: Sendable {
    let value: String
    let field: String
    /// The search with the value added; nil when it is in force.
    let addLink: String?
    /// Says that only one of the sides has the value.
    let onlySide: String?
    let selectedShare: String
    /// `342 of 348`
    let selectedPart: String
    let baselineShare: String
    let baselinePart: String
}

extension DifferenceView {
    fileprivate init(
        _ difference: EventComparison.Difference,
        of comparison: EventComparison,
        with baseline: ComparisonBaseline.Kind,
        link: String?,
        _ texts: Texts
    ) {
        let dimension = difference.facet.dimension
        let side: String? = difference.baseline == 0 ? "new" : difference.selected == 0 ? "gone" : nil
        self.init(
            value: dimension.text(ofFacet: difference.value, texts),
            field: dimension.label(texts),
            addLink: link,
            onlySide: side.map { texts(TextKey("events.compare-\($0).\(baseline.rawValue)")) },
            selectedShare: ReleaseTexts(texts).percent(difference.selectedShare),
            selectedPart: Self.part(difference.selected, of: comparison.selected, texts),
            baselineShare: ReleaseTexts(texts).percent(difference.baselineShare),
            baselinePart: Self.part(difference.baseline, of: comparison.baseline, texts)
        )
    }

    /// `342 of 348`
    private static func part(_ count: Int, of total: Int, _ texts: Texts) -> String {
        texts("events.compare-part", ["part": .number(count), "total": .number(total)])
    }
}

/// The form for the query with whose events those of the page are compared.
struct OtherQueryView: Sendable {
    let kept: [HiddenFieldView]
    let against: FieldView
}

extension OtherQueryView {
    /// Nil while the events are compared with something else.
    init?(_ search: EventSearch, _ problems: FormProblems, at address: PageAddress, _ texts: Texts) {
        guard search.comparison?.kind == .query else { return nil }
        self.init(
            kept: address.without("against").fields,
            against: FieldView(
                "against",
                texts("events.compare-against"),
                value: search.typed["against"] ?? "",
                error: problems["against"],
                maximumLength: QueryLimits.textBytes,
                isRequired: false,
                isVerbatim: true,
                placeholder: texts("events.compare-against-example")
            )
        )
    }
}
