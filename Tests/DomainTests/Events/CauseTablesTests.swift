import Foundation
import StrictJSON
import Testing

@testable import Domain

/// The files of the catalogue of causes and of the known errors, and what is rejected in them.
struct CauseTablesTests {
    // MARK: causes.json

    private func causes(_ entries: String, snippets: String = "", sources: String = "") throws -> CauseTable {
        try CauseTable(Array(#"{"entries": [\#(entries)], "snippets": [\#(snippets)], "sources": [\#(sources)]}"#.utf8))
    }

    private static let entry =
        #"{"section": "other", "code": "a.b", "outcome": "failed", "fault": "app", "retry": "no", "#
        + #""stages": ["ui"], "sources": ["A"], "snippet": "S"}"#
    private static let source = #"{"name": "A", "url": "https://a.example"}"#
    private static let snippet = #"{"name": "S", "lines": ["a", "b"]}"#

    @Test func `an entry has the snippet and the sources that it names`() throws {
        let table = try causes(Self.entry, snippets: Self.snippet, sources: Self.source)

        let entry = try #require(table.entry("a.b"))
        #expect(entry.snippet == "a\nb")
        #expect(entry.sources == [CauseSource(title: "A", url: "https://a.example")])
        #expect(!entry.isMistake)
        #expect(table.entry("a.c") == nil)
    }

    @Test func `a name that nothing has, and one that occurs twice, are rejected`() {
        let (entry, snippet, source) = (Self.entry, Self.snippet, Self.source)

        #expect(throws: ResourceProblem("S", "Nothing has this name.")) { try causes(entry, sources: source) }
        #expect(throws: ResourceProblem("A", "Nothing has this name.")) { try causes(entry, snippets: snippet) }
        #expect(throws: ResourceProblem("a.b", "It occurs twice.")) {
            try causes("\(entry), \(entry)", snippets: snippet, sources: source)
        }
        #expect(throws: ResourceProblem("A", "It occurs twice.")) { try causes("", sources: "\(source), \(source)") }
        #expect(throws: ResourceProblem("S", "It occurs twice.")) {
            try causes("", snippets: "\(snippet), \(snippet)")
        }
    }

    @Test(arguments: [
        (#""section": "other""#, #""section": "others""#), (#""outcome": "failed""#, #""outcome": "broken""#),
        (#""fault": "app""#, #""fault": "nobody""#), (#""retry": "no""#, #""retry": "maybe""#),
        (#"["ui"]"#, #"["door"]"#),
        (#""sources": ["A"], "#, ""), (#""code": "a.b", "#, ""),
    ])
    func `an unknown word, and a key that is missing, are rejected`(right: String, wrong: String) throws {
        let entry = Self.entry.replacing(right, with: wrong)

        #expect(entry != Self.entry)
        #expect(throws: DecodingError.self) { try causes(entry, snippets: Self.snippet, sources: Self.source) }
    }

    // MARK: errors.json

    private func errors(
        _ families: String,
        codes: String = "",
        prefixes: String = "",
        statuses: String = ""
    ) throws -> KnownErrors {
        try KnownErrors(
            Array(
                """
                {"families": [\(families)], "server_codes": [\(codes)], "server_prefixes": [\(prefixes)], \
                "statuses": [\(statuses)]}
                """.utf8
            )
        )
    }

    private static let family = #"{"domains": ["D"], "errors": [{"code": "1", "name": "one", "canonical": "net.dns"}]}"#

    @Test func `a family without a kind is a platform, and small and large letters are the same`() throws {
        let known = try errors(Self.family)

        #expect(known.family("d")?.kind == .platform)
        #expect(known.error(domain: "D", code: "ONE")?.canonical == "net.dns")
        #expect(known.error(domain: "D", code: "2") == nil)
        #expect(known.error(domain: "E", code: "1") == nil)
    }

    @Test func `the first status that fits counts, and the rest of a code follows an open prefix`() throws {
        let known = try errors(
            "",
            prefixes: #"{"prefix": "mfa_", "canonical": "mfa."}, {"prefix": "hook_", "canonical": "server.hook"}"#,
            statuses: """
                {"first": 401, "last": 401, "canonical": "http.401_uncoded"}, \
                {"first": 400, "last": 402, "canonical": "request.invalid"}
                """
        )

        #expect([399, 403].compactMap(known.canonical(ofStatus:)).isEmpty)
        #expect(
            (400...402).map(known.canonical(ofStatus:)) == ["request.invalid", "http.401_uncoded", "request.invalid"]
        )
        #expect(known.canonical(ofServerCode: "MFA_new") == "mfa.new")
        #expect(known.canonical(ofServerCode: "hook_timeout") == "server.hook")
    }

    @Test(arguments: [
        (family + ", " + family, "", "d", "It occurs twice."),
        (
            family.replacing(#"[{"#, with: #"[{"code": "2", "name": "One", "canonical": "net.dns"}, {"#), "", "one",
            "It occurs twice."
        ),
        (family.replacing("net.dns", with: "net.gone"), "", "net.gone", "The catalogue of causes has no such code."),
        ("", #"{"canonical": "net.gone", "codes": []}"#, "net.gone", "The catalogue of causes has no such code."),
        // The fallback of second factors is no entry of its own.
        ("", #"{"canonical": "mfa.gone", "codes": []}"#, "mfa.gone", "The catalogue of causes has no such code."),
        ("", #"{"canonical": "net.dns", "codes": ["a", "A"]}"#, "a", "It occurs twice."),
        ("", #"{"canonical": "net.dns", "codes": ["session_restored"]}"#, "session_restored", "It occurs twice."),
    ])
    func `a domain or code that occurs twice, and a code without an entry, are rejected`(
        families: String,
        codes: String,
        subject: String,
        reason: String
    ) {
        #expect(throws: ResourceProblem(subject, reason)) { try errors(families, codes: codes) }
    }

    @Test func `an unknown mark or kind is rejected`() {
        let marked = Self.family.replacing(#""net.dns""#, with: #""net.dns", "marks": ["loud"]"#)
        let kind = Self.family.replacing(#"{"domains""#, with: #"{"kind": "other", "domains""#)

        #expect(throws: DecodingError.self) { try errors(marked) }
        #expect(throws: DecodingError.self) { try errors(kind) }
    }

    // MARK: Both

    @Test func `every key of both files is read`() throws {
        func same<File: Codable>(_: File.Type, _ bytes: [UInt8]) throws -> Bool {
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            let written = try encoder.encode(try PackageResource.decode(File.self, bytes))
            func object(_ data: Data) throws -> NSDictionary? {
                try JSONSerialization.jsonObject(with: data) as? NSDictionary
            }
            return try object(written) == object(Data(bytes))
        }

        #expect(try same(CauseTable.File.self, PackageResources.causes_json))
        #expect(try same(KnownErrors.File.self, PackageResources.errors_json))
    }

    @Test func `every snippet and source belongs to an entry, and no two names stand for one source`() throws {
        let file = try PackageResource.decode(CauseTable.File.self, PackageResources.causes_json)

        #expect(Set(file.snippets.map(\.name)) == Set(file.entries.compactMap(\.snippet)))
        #expect(Set(file.sources.map(\.name)) == Set(file.entries.flatMap(\.sources)))
        #expect(Set(file.sources.map(\.url)).count == file.sources.count)
    }
}
