import Domain
import Fixtures
import Foundation
import HTTPTypes
import Synchronization

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import WebCore
@testable import WebFixtures

/// What one caller got who asked for one thing.
struct AccessCell: Sendable {
    let route: RouteDescription
    let aim: AccessAim
    let caller: AccessCaller
    let status: Int
    let location: String?
    /// All that the client got, without what is new in every answer, and with names for what the client itself wrote.
    let answer: String
    /// The body is `null`: there is no session.
    let isNull: Bool
    /// What is not as the API description says.
    let problems: [String]

    /// Whether the caller must sign in first. After an action, such as signing out, the redirect sets a notice.
    var mustSignIn: Bool { leadsToSignIn && !answer.holds("gh-flash=") }
    var isAdmitted: Bool { status < 400 && !mustSignIn }

    /// Where upstream answers 403 for what is no good token.
    var isRejectedByGoTrue: Bool { route.area == .goTrue && status == 403 }

    private var leadsToSignIn: Bool { status == 303 && location?.hasPrefix("/sign-in") == true }

    /// `200`, or where a redirect leads: `>sign-in`, `>done`, `>tenant`, `>tenants`, `>start`.
    var text: String {
        if isNull { return "null" }
        guard status == 303, let location else { return "\(status)" }
        if leadsToSignIn { return mustSignIn ? ">sign-in" : ">done" }
        if location.hasPrefix("/t/") { return ">tenant" }
        if location.hasPrefix("/tenants") { return ">tenants" }
        if location.hasPrefix("/links/") { return ">link" }
        return location == "/" ? ">start" : ">\(location)"
    }

    var description: String { "\(route) (\(aim.rawValue)) by \(caller)" }
}

/// Every route, asked for by everyone, for the own tenant, a foreign one and one that there is not.
struct AccessWalk: Sendable {
    /// Made once for all tests.
    static let whole = Task { try await AccessWalk() }
    private static let workers = 4

    let world: AccessWorld
    let routes: [RouteDescription]
    /// In the order of routes, aims and callers.
    let cells: [AccessCell]

    private init() async throws {
        let world = try await AccessWorld()
        let routes = try await AccessSite(world, from: world.snapshot).list.routes
        let queue = PlaceQueue(routes.indices)
        let walked = try await withThrowingTaskGroup(of: [(Int, [AccessCell])].self) { group in
            for worker in 0..<Self.workers {
                group.addTask {
                    var walker = AccessWalker(world: world, worker: worker)
                    var done: [(Int, [AccessCell])] = []
                    while let next = queue.next() { done.append((next, try await walker.walk(routes[next]))) }
                    return done
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        self.world = world
        self.routes = routes
        cells = walked.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }

    func cells(_ aims: AccessAim...) -> [AccessCell] { cells.filter { aims.contains($0.aim) } }

    /// The answers to the same caller at two aims of the same route, where there are both.
    func pairs(_ one: AccessAim, _ other: AccessAim) -> [(AccessCell, AccessCell)] {
        let others = Dictionary(grouping: cells(other)) { $0.route }
        return cells(one).compactMap { cell in
            others[cell.route]?.first { $0.caller == cell.caller }.map { (cell, $0) }
        }
    }
}

/// Hands out places of a list to those who work on it side by side.
private final class PlaceQueue: Sendable {
    private let left: Mutex<Range<Int>>

    init(_ places: Range<Int>) {
        left = Mutex(places)
    }

    func next() -> Int? { left.withLock { $0.popFirst() } }
}

/// Walks routes one after another, each in a fresh state of the world, and again in one after each change.
struct AccessWalker {
    let world: AccessWorld
    /// In the addresses that it sends from, so that no limit for an address is met.
    let worker: Int
    private var sent = 0
    private var site: AccessSite?

    init(world: AccessWorld, worker: Int) {
        self.world = world
        self.worker = worker
    }

    mutating func walk(_ route: RouteDescription) async throws -> [AccessCell] {
        // Only reading leaves everything as it was: what is refused is in the audit.
        if route.method != .get { site = nil }
        defer { if route.method != .get { site = nil } }
        var cells: [AccessCell] = []
        for aim in Self.aims(of: route, world) {
            for caller in AccessCaller.all { cells.append(try await ask(route, aim, caller)) }
        }
        return cells
    }

    mutating func ask(
        _ route: RouteDescription,
        _ aim: AccessAim,
        _ caller: AccessCaller,
        token: AccessRequest.FormToken = .right
    ) async throws -> AccessCell {
        let site = try await site(for: route)
        let request = try await AccessRequest(route, aim, of: caller, in: world, site.console, token: token)
        let answer = try await site.send(request, from: nextAddress())
        let cell = AccessCell(
            route: route,
            aim: aim,
            caller: caller,
            status: answer.status,
            location: answer.headers[.location],
            answer: world.things(aim).named(in: answer, to: request),
            isNull: answer.text == "null",
            problems: route.isDescribed
                ? site.check.problems(with: answer.status, answer.headers, answer.bytes, to: route.method, request.path)
                : []
        )
        // A failed sign-in changes something too: the limit of its account.
        if route.method != .get, cell.isAdmitted || route.path.contains("sign-in") || route.path.hasSuffix("/token") {
            self.site = nil
        }
        return cell
    }

    private mutating func site(for route: RouteDescription) async throws -> AccessSite {
        let start = route.path.hasPrefix("/setup/") ? world.unclaimed : world.snapshot
        // A new one for each change has only the route that creates it; the others are in one beside each other, as
        // they are served.
        let only = route.method == .get ? nil : route
        if let site, site.start === start, site.route == only { return site }
        let new = try await AccessSite(world, from: start, only: only)
        site = new
        return new
    }

    private mutating func nextAddress() -> IPAddress {
        sent += 1
        // Four bytes are an address.
        return IPAddress(bytes: [10, UInt8(worker), UInt8(sent >> 8 & 0xFF), UInt8(sent & 0xFF)])!
    }

    static func aims(of route: RouteDescription, _ world: AccessWorld) -> [AccessAim] {
        let parameters = AccessPath(route.path).parameters
        let content = AccessContent(route, world.own, world)
        // Who has a link is meant by it, whosever tenant it leads into.
        if parameters.contains("link") { return [.own, .absent] }
        let namesTenant =
            parameters.contains("tenant") || parameters.contains("project") || content.namesTenant
            || route.area == .goTrue && route.authentication != .none
            || [.publishableKey, .appSession, .appAdministrator].contains(route.authentication)
            || route.area == .account
        guard namesTenant else { return [.nothing] }
        let namesThing = content.namesThing || parameters.contains { !["tenant", "project"].contains($0) }
        return [.own, .foreign, .absent] + (namesThing ? [.foreignThing, .absentThing] : [])
    }
}

extension AccessThings {
    /// The head and the body of an answer. What the request named is written by its name, what is new each time is left
    /// out.
    fileprivate func named(in answer: Site.Answer, to request: AccessRequest) -> String {
        var fields: [String] = []
        // Each request has one fewer left.
        // A token
        let passing: Set<HTTPField.Name> = [
            .xRequestID, .xErrorReference, .date, .contentLength, HTTPField.Name("RateLimit")!,
        ]
        for field in answer.headers where !passing.contains(field.name) {
            fields.append(
                "\(field.name.canonicalName): \(field.name == .location ? field.value.removingPercentEncoding ?? "" : field.value)"
            )
        }
        var text = (["\(answer.status)"] + fields.sorted() + [answer.text]).joined(separator: "\n")
        for id in [answer.headers[.xRequestID], answer.headers[.xErrorReference]].compactMap(\.self) {
            text = text.replacingOccurrences(of: id, with: "…")
        }
        let asked = request.text
        for (name, value) in texts.sorted(by: { $0.text.utf8.count > $1.text.utf8.count })
        where asked.holds(value) && text.holds(value) {
            text = text.replacingOccurrences(of: value, with: "‹\(name)›")
            text = text.replacingOccurrences(of: ShortID.of(value), with: "‹short \(name)›")
        }
        return text
    }
}

extension String {
    /// As `contains`, which is too slow without optimisation for some thousand pages.
    func holds(_ part: String) -> Bool { strstr(self, part) != nil }
}
