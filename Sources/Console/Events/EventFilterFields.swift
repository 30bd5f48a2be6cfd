import ConsoleKit
import Domain
import UseCases

/// Creates the fields of the filter, with what was typed and what is wrong with it.
struct EventFilterFields {
    let problems: FormProblems
    private let search: EventSearch
    private let texts: Texts

    /// - Parameter address: that of the page, which leaves out what it cannot read.
    init(_ list: EventList, at address: PageAddress, _ texts: Texts) {
        search = list.search
        self.texts = texts
        problems = FormProblems(
            list.problems,
            labels: [
                "q": texts("common.search-label"), "by": texts("events.stack-by"),
                "compare": texts("events.compare-with"), "against": texts("events.compare-against"),
                "range": texts("events.period"),
            ],
            // The form of the chart is shown with a chart alone.
            links: ["by": address.without("by").href],
            texts
        )
    }

    func text(_ dimension: EventDimension) -> FieldView {
        let typed = search.typed[dimension.name] ?? ""
        return FieldView(
            dimension.name,
            dimension.label(texts),
            value: typed.isEmpty ? search.shown(dimension) ?? "" : typed,
            error: problems[dimension.name],
            autocomplete: "off",
            maximumLength: EventQuery.textMaximumLength,
            isRequired: false,
            isVerbatim: true,
            placeholder: dimension.example(texts)
        )
    }

    func time(_ name: String, _ label: TextKey) -> FieldView {
        FieldView(
            name,
            texts(label),
            kind: .localTime,
            value: search.typed[name] ?? "",
            error: problems[name],
            isRequired: false
        )
    }

    func select<Choice: RawRepresentable & CaseIterable & Equatable>(
        _ dimension: EventDimension,
        any: TextKey,
        title: (Choice) -> String
    ) -> SelectView where Choice.RawValue == String {
        let chosen = search.shown(dimension).flatMap { Choice(rawValue: $0) }
        return SelectView(dimension.name, dimension.label(texts), any: texts(any), chosen: chosen, title: title)
    }
}
