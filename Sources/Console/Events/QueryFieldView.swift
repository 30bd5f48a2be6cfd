import ConsoleKit
import Domain

/// The field for a query of the query language, with the place of its error marked.
struct QueryFieldView: Sendable {
    let typedQuery: String
    let maximumBytes: String
    /// What is wrong with it.
    let queryProblem: String?
    /// The query again, with the faulty piece marked.
    let fault: QueryFaultView?

    init(typedQuery: String, queryProblem: String? = nil, fault: QueryFaultView? = nil) {
        self.typedQuery = typedQuery
        maximumBytes = "\(QueryLimits.textBytes)"
        self.queryProblem = queryProblem
        self.fault = fault
    }

    init(_ search: EventSearch, _ problems: FormProblems) {
        let typed = search.typed["q"] ?? ""
        self.init(
            typedQuery: typed,
            queryProblem: problems["q"],
            fault: search.queryFault.map { QueryFaultView(typed, $0) }
        )
    }
}
