import HTTPTypes
import Synchronization

/// Lists every route that was added, so that tests can walk them, and a wrong method can be distinguished from an
/// unknown path.
package final class RouteList: BulkRoutes {
    private let state = Mutex(State())

    private struct State {
        var entries: [Entry] = []
        var entriesOfArea: [RouteDescription.Area: [Entry]] = [:]
        /// The paths of all routes, also of those that are not mounted.
        var paths: [String] = []
    }

    private struct Entry {
        let route: RouteDescription
        let template: PathTemplate
    }

    private let isWanted: @Sendable (RouteDescription) -> Bool

    /// - Parameter isWanted: filters the routes; the others are not mounted either.
    package init(only isWanted: @escaping @Sendable (RouteDescription) -> Bool = { _ in true }) {
        self.isWanted = isWanted
    }

    /// In the order in which they were added.
    package var routes: [RouteDescription] { state.withLock { $0.entries.map(\.route) } }

    /// - Returns: whether the route is to be mounted.
    package func add(_ route: RouteDescription) -> Bool {
        let isMounted = isWanted(route)
        state.withLock { state in
            state.paths.append(route.path)
            guard isMounted else { return }
            let entry = Entry(route: route, template: PathTemplate(route.path))
            state.entries.append(entry)
            state.entriesOfArea[route.area, default: []].append(entry)
        }
        return isMounted
    }

    /// The paths below `base` that have a route, mounted or not, each once.
    package func paths(under base: String) -> [String] {
        var seen: Set<String> = []
        return state.withLock(\.paths).filter { $0.hasPrefix(base + "/") && seen.insert($0).inserted }
    }

    /// The route that matches a request. As in the router, a constant part of a path takes precedence over a parameter.
    package func route(_ method: HTTPRequest.Method, at path: String) -> RouteDescription? {
        let parts = PathTemplate.parts(of: path)
        let matches = state.withLock { $0.entries.filter { $0.route.method == method && $0.template.matches(parts) } }
        return matches.max(by: { $0.template.precedence(over: $1.template) == .lower })?.route
    }

    /// Whether the route that matches a request is one of ingest. Others are compared only when one of these matches.
    package func isBulk(_ method: HTTPRequest.Method, at path: String) -> Bool {
        let parts = PathTemplate.parts(of: path)
        let entries = state.withLock { $0.entriesOfArea[.ingest] ?? [] }
        guard entries.contains(where: { $0.route.method == method && $0.template.matches(parts) }) else { return false }
        return route(method, at: path)?.area == .ingest
    }

    /// The methods that a path accepts; empty for an unknown path. As in the router, a constant part of a path takes
    /// precedence over a parameter.
    package func methods(at path: String) -> [HTTPRequest.Method] {
        let parts = PathTemplate.parts(of: path)
        let matches = state.withLock { $0.entries.filter { $0.template.matches(parts) } }
        guard let best = matches.max(by: { $0.template.precedence(over: $1.template) == .lower }) else { return [] }
        var methods = matches.filter { $0.template == best.template }.map(\.route.method)
        if methods.contains(.get), !methods.contains(.head) { methods.append(.head) }
        return methods.sorted { $0.rawValue < $1.rawValue }
    }
}
