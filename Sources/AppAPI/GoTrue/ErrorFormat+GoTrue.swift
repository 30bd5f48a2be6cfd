import WebCore

extension ErrorFormat {
    /// The errors of GoTrue.
    static let goTrue = ErrorFormat(
        prefix: "GoTrue",
        schema: .goTrueError
    )
}
