import ConsoleKit
import Domain

/// The field for a query of the query language, with the place of its error marked.
struct QueryFieldView: Sendable {
    let typedQuery: String
    let maximumBytes: String
    /// The resource of the management API that completes it.
    let completions: String
    /// What is wrong with it.
    let queryProblem: String?
    /// The query again, with the faulty piece marked.
    let fault: QueryFaultView?

    init(typedQuery: String, completions: String, queryProblem: String? = nil, fault: QueryFaultView? = nil) {
        self.typedQuery = typedQuery
        self.completions = completions
        maximumBytes = "\(QueryLimits.textBytes)"
        self.queryProblem = queryProblem
        self.fault = fault
    }

    /// - Parameters:
    ///   - typed: the query as it was typed.
    ///   - problems: what is wrong with what was typed.
    init(_ typed: String, _ problems: [FieldProblem], _ shown: FormProblems, of tenant: Tenant) {
        self.init(
            typedQuery: typed,
            completions: "/api/v1/tenants/\(tenant.slug)/events/completions",
            queryProblem: shown["q"],
            fault: problems.lazy.compactMap(\.queryFault).first.map { QueryFaultView(typed, $0) }
        )
    }
}

extension FieldProblem {
    /// What is wrong with the query.
    fileprivate var queryFault: TextFault? {
        guard field == "q", case .faulty(let fault) = rule else { return nil }
        return fault
    }
}

/// A query in three pieces, of which the middle one is faulty.
struct QueryFaultView: Sendable {
    let beforeFault: String
    /// An ellipsis where something is missing.
    let faultyPiece: String
    let afterFault: String

    init(_ query: String, _ fault: TextFault) {
        let bytes = Array(query.utf8)
        let range = fault.range.clamped(to: 0..<bytes.count)
        func piece(_ range: Range<Int>) -> String {
            VisibleText.escaped(String(decoding: bytes[range], as: UTF8.self))
        }
        beforeFault = piece(0..<range.lowerBound)
        faultyPiece = range.isEmpty ? "…" : piece(range)
        afterFault = piece(range.upperBound..<bytes.count)
    }
}
