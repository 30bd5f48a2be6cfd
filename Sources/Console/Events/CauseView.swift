import Domain

/// One error of a chain.
struct CauseView: Sendable {
    let domain: String
    let code: String
    let message: String?
    /// It is the deepest of several.
    let isRoot: Bool

    /// The error of an event and its underlying errors, outermost first.
    static func chain(_ error: EventError) -> [CauseView] {
        let all = [EventError.Cause(domain: error.domain, code: error.code, message: error.message)] + error.chain
        return all.enumerated().map { place, cause in
            CauseView(
                domain: VisibleText.escaped(cause.domain),
                code: VisibleText.escaped(cause.code),
                message: cause.message.map { VisibleText.escaped($0) },
                isRoot: all.count > 1 && place == all.count - 1
            )
        }
    }
}
