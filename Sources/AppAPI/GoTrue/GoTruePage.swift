import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The requested page of a list, in the form of this dialect: `?page=2&per_page=50&filter=ada`.
struct GoTruePage: Sendable {
    static let defaultSize = 50

    static let pages = 1...100_000

    let page: Int
    let size: Int
    let filter: String?
    /// The filter of the audit log.
    let query: String?

    var skipped: Int { (page - 1) * size }

    /// An empty number counts as absent.
    init(_ request: Request) throws {
        var fields = try request.queryFields()
        page = fields.optionalInteger("page", in: Self.pages) ?? 1
        size = fields.optionalInteger("per_page", in: UserAdministration.directoryLimits) ?? Self.defaultSize
        filter = fields.optionalText("filter", maximum: UserQuery.searchMaximumLength)
        query = fields.optionalText("query", maximum: GoTrueAuditQuery.maximumLength)
        try fields.finish(.ignored)
    }

    /// `page` is the first parameter, because a client expects it there.
    func links(of list: String, total: Int) -> String {
        let last = max(1, (total + size - 1) / size)
        func link(_ page: Int, _ relation: String) -> String {
            "</\(GoTrueRoutes.base)/\(list)?page=\(page)&per_page=\(size)>; rel=\"\(relation)\""
        }
        return ((page < last ? [link(page + 1, "next")] : []) + [link(last, "last")]).joined(separator: ", ")
    }
}
