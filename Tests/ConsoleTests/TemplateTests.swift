import Domain
import Fixtures
import Foundation
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct TemplateTests {
    static let folder = PackageFolder.root.appending(path: "templates").path
    static let pages =
        Sample.signIn
        + Sample.users
        + Sample.sessions
        + Sample.events
        + Sample.views
        + Sample.administration
        + Sample.settings
        + Sample.accounts
        + Sample.help
        + Sample.attempts
        + Sample.failures
        + Sample.releases
        + Sample.changes
        + Sample.overview

    /// The views of all features.
    static let views = ConsoleFeature.all.flatMap(\.views)

    @Test func `every tag of every template has a field, and every field a tag`() throws {
        let templates = try ConsoleTemplates(folder: Self.folder, views: Self.views, catalogue: TestTexts.catalogue)
        var used: [String: Set<String>] = [:]
        var fields: [String: Set<String>] = [:]
        var problems: Set<String> = []

        for (name, view) in Self.pages {
            var walk = TagWalk(texts: templates.texts)
            walk.page(view)
            for problem in walk.problems { problems.insert("\(name): \(problem)") }
            used.merge(walk.used) { $0.union($1) }
            fields.merge(walk.fields) { $0.union($1) }
        }

        #expect(problems.sorted() == [])
        let idle = fields.map { type, names in (type, names.subtracting(used[type] ?? [])) }.filter { !$0.1.isEmpty }
        #expect(idle.map { "\($0.0): \($0.1.sorted().joined(separator: " "))" }.sorted() == [])
    }

    @Test func `every page has a sample`() {
        let sampled = Set(Self.pages.map { type(of: $0.1).template })

        #expect(Self.views.map { $0.template }.filter { !sampled.contains($0) } == [])
    }

    @Test(arguments: ["\"", "'", "<", ">", "&", "\"\u{301}", "<\u{338}", "'\u{20DD}"])
    func `a value cannot leave its attribute, even under an accent`(mark: String) throws {
        let templates = try ConsoleTemplates(folder: Self.folder, views: Self.views, catalogue: TestTexts.catalogue)
        let view = ErrorView(
            head: Sample.head(""),
            status: "404",
            title: "",
            text: "",
            requestID: "",
            reference: nil,
            links: [LinkView(label: "", href: "x\(mark) onfocus=alert(1)")]
        )

        let html = templates.html(view, in: .english)

        #expect(!html.contains("x\(mark) onfocus"))
        #expect(!html.utf8.elementsEqual("x\(mark) onfocus".utf8))
        #expect(html.utf8.containsSequence("href=\"x&".utf8))
    }

    @Test func `what an unset field leaves empty is not filled from the view around it`() throws {
        struct Row { let note: String? }
        struct Page { let note: String; let rows: [Row] }
        let fields = TemplateFields.of(Page(note: "outer", rows: [Row(note: nil)])) as? [String: Any]
        let row = (fields?["rows"] as? [Any])?.first as? [String: Any]

        #expect(row?["note"] is NSNull)
    }

    @Test func `a missing template stops the start and is named`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: URL(filePath: Self.folder), to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.removeItem(at: folder.appending(path: "users.mustache"))

        let problem = #expect(throws: ConsoleTemplates.Problem.self) {
            try ConsoleTemplates(folder: folder.path, views: Self.views, catalogue: TestTexts.catalogue)
        }

        #expect(problem?.description.contains("users.mustache") == true)
    }

    @Test func `a missing partial stops the start and is named`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: URL(filePath: Self.folder), to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.removeItem(at: folder.appending(path: "_pager.mustache"))

        let problem = #expect(throws: ConsoleTemplates.Problem.self) {
            try ConsoleTemplates(folder: folder.path, views: Self.views, catalogue: TestTexts.catalogue)
        }

        #expect(problem?.description.contains("_pager.mustache") == true)
    }

    @Test func `no template holds inline style or script, and triple braces only a drawing`() throws {
        let templates = try ConsoleTemplates(folder: Self.folder, views: Self.views, catalogue: TestTexts.catalogue)

        for (name, text) in templates.texts {
            for forbidden in [" style=", "<style", " onclick", " onload", " onsubmit", " onchange", "javascript:"] {
                #expect(!text.contains(forbidden), "\(name) holds \(forbidden)")
            }
            let scripts = text.components(separatedBy: "<script").dropFirst()
            #expect(
                scripts.allSatisfy { $0.hasPrefix(" src=\"{{script}}\" defer></script>") },
                "\(name) holds a script"
            )
            let unescaped = TemplateTags(of: text).tags.filter { if case .unescaped = $0 { true } else { false } }
            #expect(
                unescaped.allSatisfy { $0 == .unescaped("chart") || $0 == .unescaped("symbol") },
                "\(name) shows something unescaped"
            )
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["GATEHOUSE_SAMPLE_PAGES"] != nil))
    func `sample pages are written to a folder on request`() throws {
        let target = URL(filePath: ProcessInfo.processInfo.environment["GATEHOUSE_SAMPLE_PAGES"] ?? "")
        let templates = try ConsoleTemplates(folder: Self.folder, views: Self.views, catalogue: TestTexts.catalogue)

        for (name, view) in Self.pages {
            try templates.html(view, in: .english).write(
                to: target.appending(path: "\(name).html"),
                atomically: true,
                encoding: .utf8
            )
        }
    }
}

extension Sequence where Element: Equatable {
    func containsSequence(_ wanted: some Collection<Element>) -> Bool {
        let all = Array(self)
        let wanted = Array(wanted)
        return all.indices.contains { all[$0...].starts(with: wanted) }
    }
}
