import ConsoleKit
import Domain
import UseCases
import WebCore

/// Creates the fields of the filter, with what was typed and what is wrong with it.
struct EventFilterFields {
    let problems: FormProblems
    private let search: EventSearch
    private let texts: Texts

    init(_ search: EventSearch, _ texts: Texts) {
        self.search = search
        self.texts = texts
        problems = FormProblems(
            search.problems,
            labels: ["q": texts("common.search-label"), "by": texts("events.stack-by")],
            texts
        )
    }

    func text(_ dimension: EventDimension) -> FieldView {
        FieldView(
            dimension.name,
            dimension.label(texts),
            value: search.typed[dimension.name] ?? "",
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
        _ chosen: Choice?,
        title: (Choice) -> String
    ) -> SelectView where Choice.RawValue == String {
        SelectView(dimension.name, dimension.label(texts), any: texts(any), chosen: chosen, title: title)
    }
}
