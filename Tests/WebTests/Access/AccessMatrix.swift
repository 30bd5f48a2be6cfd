import Domain
import Foundation

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// The matrix as readable text: a block for each route, a line for each aim, a column for each caller.
struct AccessMatrix {
    static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "matrix.txt")
    private static let aimWidth = 14
    private static let cellWidth = 9

    private static let introduction = """
        Who gets what from which route. WebTests compares every cell with the running code, and writes this file anew with
        GATEHOUSE_UPDATE_MATRIX=1. Read a change of it as an attacker would.

        Lines: whose tenant the request names. "own/foreign" is the caller's own tenant with the id of something of another
        tenant, "own/absent" the same with an id of nothing. "-" stands where no tenant is named.
        Columns: who asks. Keys and members are of the own tenant; members come with a session of the app, or of the console.
        Cells: the status, or where a redirect (303) leads: >sign-in for callers that must sign in first, >done to sign-in afterwards,
        >start, >tenant into a tenant, >tenants to the list of them; null for a 200 that says that there is no session.
        """

    /// The lines of each route, by its name.
    let blocks: [String: [String]]
    private let order: [String]

    init(_ walk: AccessWalk) {
        let byRoute = Dictionary(grouping: walk.cells, by: \.route)
        order = walk.routes.map(Self.name)
        blocks = Dictionary(
            uniqueKeysWithValues: walk.routes.map { route in
                (Self.name(route), Self.lines(byRoute[route] ?? []))
            }
        )
    }

    /// - Parameter text: as `text` wrote it.
    init(parsing text: String) {
        var blocks: [String: [String]] = [:]
        var order: [String] = []
        for paragraph in text.split(separator: "\n\n") {
            let lines = paragraph.split(separator: "\n").map(String.init)
            guard let name = lines.first, name.contains(" /"), name.hasSuffix("]") else { continue }
            order.append(name)
            blocks[name] = Array(lines.dropFirst())
        }
        self.blocks = blocks
        self.order = order
    }

    var text: String {
        var text = Self.introduction + "\n"
        var area = ""
        for route in order {
            let own = String(route.drop { $0 != "[" })
            if own.prefix(while: { $0 != "," }) != area {
                area = String(own.prefix { $0 != "," })
                text += "\n\(Self.header)\n"
            }
            text += "\n\(route)\n" + (blocks[route] ?? []).joined(separator: "\n") + "\n"
        }
        return text
    }

    /// `POST /t/{tenant}/keys [console, console_session, keys.manage]`
    private static func name(_ route: RouteDescription) -> String {
        let needs = [route.area.rawValue, route.authentication.rawValue] + route.permissions.map(\.rawValue)
        return "\(route) [\(needs.joined(separator: ", "))]"
    }

    private static func lines(_ cells: [AccessCell]) -> [String] {
        AccessAim.allCases.compactMap { aim in
            let row = cells.filter { $0.aim == aim }
            return row.isEmpty ? nil : line(aim.rawValue, row.map(\.text))
        }
    }

    private static var header: String {
        let callers = AccessCaller.all
        let groups = callers.map { caller in
            switch caller {
            case .session(.app, .customer): "app:"
            case .session(.console, .customer): "console:"
            default: ""
            }
        }
        return line("", groups) + "\n" + line("", callers.map(\.title))
    }

    private static func line(_ first: String, _ cells: [String]) -> String {
        let padded = [first.padding(aimWidth)] + cells.map { $0.padding(cellWidth) }
        return "    " + padded.joined().reversed().drop { $0 == " " }.reversed()
    }
}

extension String {
    fileprivate func padding(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
