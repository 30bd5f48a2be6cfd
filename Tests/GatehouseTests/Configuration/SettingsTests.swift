import ArgumentParser
import Domain
import Foundation
import Operations
import Testing
import UseCases
import Web
import WebCore

@testable import Gatehouse

@Suite struct SettingsTests {
    private let assets = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL.path

    private func settings(
        flags: [Setting: String?] = [:],
        file: String? = nil,
        _ environment: [String: String] = [:]
    ) throws(CommandFailure) -> Settings {
        try Settings(
            flags: flags,
            configFile: file,
            environment: environment.merging(["GATEHOUSE_ASSETS": assets]) { first, _ in first }
        )
    }

    @Test func `without any setting the defaults hold`() throws {
        let settings = try settings()

        #expect(settings.server.listen == ListenAddress(host: "127.0.0.1", port: 8080))
        #expect(settings.server.address(port: 8080).description == "http://127.0.0.1:8080")
        #expect(settings.passwords.cost == .standard)
        #expect(settings.storage.data.lastPathComponent == "data")
        #expect(settings.operations.metricsToken == nil)
        #expect(settings.warnings.isEmpty)
    }

    @Test func `a flag wins over the environment, and the environment over the file`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            #"{"listen": "127.0.0.1:1", "connections": 100, "drain_seconds": 2, "trusted_proxies": ["10.0.0.0/8", "192.0.2.7"]}"#,
            to: "settings.json"
        )

        let settings = try settings(
            flags: [.listen: "127.0.0.1:3"],
            file: file,
            ["GATEHOUSE_LISTEN": "127.0.0.1:2", "GATEHOUSE_CONNECTIONS": "200"]
        )

        #expect(settings.server.listen.port == 3)
        #expect(settings.server.connections == 200)
        #expect(settings.server.drain == .seconds(2))
        #expect(settings.server.trustedProxies.ranges.count == 2)
    }

    @Test func `all configuration errors are reported together, with the names of the settings`() throws {
        let failure = #expect(throws: CommandFailure.self) {
            try settings([
                "GATEHOUSE_LISTEN": "nonsense", "GATEHOUSE_BASE_URL": "ftp://example.com",
                "GATEHOUSE_TRUSTED_PROXIES": "10.0.0.0/99",
                "GATEHOUSE_LOG_LEVEL": "loud", "GATEHOUSE_LOG_FORMAT": "xml", "GATEHOUSE_PASSWORD_COST": "99",
                "GATEHOUSE_CONNECTIONS": "many", "GATEHOUSE_METRICS_TOKEN": "short",
                "GATEHOUSE_DATABASE_URL": "mysql://x:s3cr3t@y",
                "GATEHOUSE_ASSETS": "/nowhere",
            ])
        }

        let reported = try #require(failure)
        #expect(reported.exit == .configuration)
        #expect(reported.sentences.count == 10)
        for setting in [
            Setting.listen, .baseURL, .trustedProxies, .logLevel, .logFormat, .passwordCost, .connections,
            .metricsToken, .databaseURL,
            .assets,
        ] {
            #expect(reported.sentences.contains { $0.hasPrefix(setting.title) }, "\(setting)")
        }
        #expect(!reported.sentences.contains { $0.contains("s3cr3t") })
    }

    @Test func `an address of PostgreSQL is taken where it is built in, and else refused with how to build it in`()
        throws
    {
        let address = "postgres://node:s3cr3t@db.example:5432/gatehouse"

        #if PostgreSQL
        let settings = try settings(["GATEHOUSE_DATABASE_URL": address, "GATEHOUSE_NODE": "blue-1"])
        let server = try #require(settings.storage.server)
        #expect(server.url.text == address && server.ownerURL.text == address)
        #expect(settings.operations.node == "blue-1")
        #expect(!"\(settings)".contains("s3cr3t"))
        #else
        let failure = try #require(
            #expect(throws: CommandFailure.self) { try settings(["GATEHOUSE_DATABASE_URL": address]) }
        )
        #expect(failure.sentences.contains { $0.contains("--traits PostgreSQL") })
        #endif
    }

    @Test(arguments: [
        ["GATEHOUSE_DATABASE_OWNER_URL": "postgres://owner@db.example/gatehouse"], ["GATEHOUSE_NODE": "a b"],
        ["GATEHOUSE_EVENT_DAYS": "0"],
        ["GATEHOUSE_DATABASE_CONNECTIONS": "1"],
    ])
    func `a setting that makes no sense is refused by its name`(environment: [String: String]) throws {
        let failure = try #require(#expect(throws: CommandFailure.self) { try settings(environment) })

        let name = try #require(environment.keys.first)
        #expect(failure.sentences.contains { $0.hasPrefix(name) })
    }

    @Test func `a metrics token is never part of a message`() throws {
        let failure = #expect(throws: CommandFailure.self) { try settings(["GATEHOUSE_METRICS_TOKEN": "s3cr3t"]) }

        #expect(try #require(failure).sentences.allSatisfy { !$0.contains("s3cr3t") })
        let token = try #require(
            try settings(["GATEHOUSE_METRICS_TOKEN": "s3cr3t-s3cr3t-s3cr3t"]).operations.metricsToken
        )
        var dumped = ""
        dump(token, to: &dumped)
        #expect(!"\(token) \(String(reflecting: token)) \(dumped)".contains("s3cr3t"))
    }

    @Test(arguments: [
        (#"{"listne": "127.0.0.1:1"}"#, "listne"), (#"{"listen": "127.0.0.1:1", "listen": "127.0.0.1:2"}"#, "not JSON"),
        (#"["listen"]"#, "one JSON object"), (#"{"listen": {"port": 1}}"#, "listen must be"), ("{", "not JSON"),
    ])
    func `an error in the file is reported`(text: String, expected: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "settings.json")

        let failure = #expect(throws: CommandFailure.self) { try settings(file: file) }

        #expect(try #require(failure).sentences.contains { $0.contains(expected) })
    }

    @Test func `a missing file is reported`() throws {
        let failure = #expect(throws: CommandFailure.self) {
            try settings(["GATEHOUSE_CONFIG": "/nowhere/settings.json"])
        }

        #expect(try #require(failure).sentences.contains { $0.contains("GATEHOUSE_CONFIG") })
    }

    @Test func `listening on the network over plain http is warned about, and with an https address it is not`() throws
    {
        #expect(try settings(["GATEHOUSE_LISTEN": "0.0.0.0:80"]).warnings.count == 1)
        #expect(
            try settings(["GATEHOUSE_LISTEN": "0.0.0.0:80", "GATEHOUSE_BASE_URL": "https://gatehouse.example.com"])
                .warnings.isEmpty
        )
    }

    @Test func `cheap passwords and misspelt names are warned about`() throws {
        let settings = try settings(["GATEHOUSE_PASSWORD_COST": "12", "GATEHOUSE_LISTN": "127.0.0.1:1"])

        #expect(settings.warnings.count == 2)
        #expect(settings.warnings.contains { $0.contains("GATEHOUSE_LISTN") })
    }
}

@Suite struct AddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", true), ("[::1]:0", true), ("localhost:80", true), ("0.0.0.0:80", false),
        ("192.0.2.7:443", false),
    ])
    func `an address to listen on is read back as it was written`(text: String, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text))

        #expect(address.description == text)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", ":", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "example.com:80", "::1:80:x",
        "[::1]",
        "[::1].evil.example:80",
    ])
    func `what is no address to listen on is refused`(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test(arguments: [
        ("https://Gatehouse.Example.com", "https://gatehouse.example.com"),
        ("https://example.com:443/", "https://example.com"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:8080", "http://[::1]:8080"),
        ("http://example.com:80", "http://example.com"),
        ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    ])
    func `a public address is written in one way`(text: String, expected: String) throws {
        #expect(try #require(PublicAddress(text)).description == expected)
    }

    @Test(arguments: [
        "", "example.com", "ftp://example.com", "https://", "https://example.com/path", "https://example.com?x",
        "https://example.com#x",
        "https://ada@example.com", "https://ada:secret@example.com", "http://[::1].evil.example",
        "http://[::1]evil.example", "https://exa%6Dple.com", "https://bücher.example",
    ])
    func `what is no public address is refused`(text: String) {
        #expect(PublicAddress(text) == nil)
    }
}

@Suite struct SettingListTests {
    @Test func `every setting that is no secret has a flag, and no flag is without a setting`() throws {
        let flags = Set(try CommonFlags.parse([]).values.keys).union(try ServeFlags.parse([]).values.keys)

        #expect(flags == Set(Setting.allCases.filter { !$0.isSecret }))
    }

    @Test func `the manual names every setting`() throws {
        let manual = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../../docs/configuration.md"
            ),
            encoding: .utf8
        )

        for setting in Setting.allCases {
            #expect(manual.contains("`\(setting.environmentName)`"), "\(setting)")
            #expect(manual.contains("`\(setting.rawValue)`"), "\(setting)")
            if let flag = setting.flag { #expect(manual.contains("`\(flag)`"), "\(setting)") }
        }
    }
}
