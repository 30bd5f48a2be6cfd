import Domain
import StrictJSON
import UseCases
import WebCore

/// The fields of requests about saved views.
enum SavedViewInputs {
    static let draft = Inputs { reader in
        let filters = reader.read(filters)
        let draft = SavedViewAdministration.Draft(
            name: reader.read(name),
            query: reader.read(query) ?? "",
            // A value that is no text is no filter.
            filters: filters?.map { ($0.name, $0.value.stringValue ?? "") } ?? [],
            isShared: reader.read(shared) ?? false
        )
        return draft
    }

    static let replacement = Inputs { reader in
        (
            draft: reader.read(draft),
            version: reader.read(
                .optionalInteger(
                    "version",
                    "The version that was read; another current version is a conflict. Without it any version is replaced.",
                    in: 1...Int(Int32.max)
                )
            )
        )
    }

    private static let name = Input.text(
        "name",
        "Names the view.",
        maximum: SavedView.nameMaximumLength,
        schema: .line(1...SavedView.nameMaximumLength)
    )
    private static let query = Input.optionalText(
        "query",
        "A query in the query language of events.",
        maximum: QueryLimits.canonicalBytes
    )
    private static let filters = Input.object(
        "filters",
        "The period and the filters, as in the address of the Events page: `range`, as in `24h`, or `from` and `to`; `stage` and so on."
    )
    private static let shared = Input.optionalBool(
        "shared",
        "Whether everyone in the tenant who may read events sees it; false without it."
    )
}
