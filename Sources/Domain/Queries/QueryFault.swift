/// A problem of a query at some of its bytes; the parser adds the column.
struct QueryFault: Error {
    let problem: QueryError.Problem
    let range: Range<Int>

    init(_ problem: QueryError.Problem, _ range: Range<Int>) {
        self.problem = problem
        self.range = range
    }
}
