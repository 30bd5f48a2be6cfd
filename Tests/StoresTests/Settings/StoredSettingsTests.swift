import Database
import Domain
import Fixtures
import Stores
import Testing
import UseCases

/// Settings that a newer program stored, or that were edited by hand.
@Suite struct StoredSettingsTests {
    private static let unknown: [(column: String, value: String, statement: SQL)] = [
        ("methods", "passkey", "UPDATE tenant_settings SET methods = 'password passkey'"),
        ("language", "not a language", "UPDATE tenant_settings SET language = 'not a language'"),
        (
            "texts", #"["wrong_credentials","en","No.","formal"]"#,
            #"UPDATE tenant_settings SET texts = '[["wrong_credentials","en","No.","formal"]]'"#
        ),
        (
            "default_attributes", #"["plan","free",true]"#,
            #"UPDATE tenant_settings SET default_attributes = '[["plan","free",true]]'"#
        ),
        ("default_attributes", "{}", #"UPDATE tenant_settings SET default_attributes = '{}'"#),
        ("redirects", "nonsense", "UPDATE tenant_settings SET redirects = 'https://acme.example/ nonsense'"),
    ]

    @Test(arguments: unknown.indices)
    func `an unknown stored value is reported and never overwritten`(index: Int) async throws {
        let installation = try await Installation()
        let (acme, globex) = (
            try await TestTenant("acme", in: installation), try await TestTenant("globex", in: installation)
        )
        for house in [acme, globex] { try await house.set { $0.multiSession = true } }
        let (column, value, statement) = Self.unknown[index]
        _ = try await installation.control.write(.installation("test")) { transaction in
            try transaction.execute("\(sql: statement) WHERE tenant_id = \(acme.tenant.id)")
        }

        await #expect(throws: DomainError.unavailable(retryAfter: .seconds(1))) {
            try await acme.services.settings.settings(grant: acme.system.grant())
        }
        await #expect(throws: DomainError.unavailable(retryAfter: .seconds(1))) {
            try await acme.set { $0.multiSession = false }
        }

        let failure = try #require(installation.failures.all.first)
        #expect(failure.kind == .decoding && failure.detail.contains("\(acme.tenant.id)"))
        #expect(failure.detail.contains("\(column) holds “\(value)”"), "\(failure.detail)")
        let version: Int? = try await installation.control.read(.installation("test")) { transaction in
            try transaction.value("SELECT version FROM tenant_settings WHERE tenant_id = \(acme.tenant.id)")
        }
        #expect(version == 1)
        let (sentences, count) = try await StoredSettingsCheck(control: installation.observedControl).problems()
        #expect(count == 1 && sentences.first?.contains("\(acme.tenant.id)") == true)
        #expect(try await globex.services.settings.settings(grant: globex.system.grant()).settings.multiSession)
    }

    @Test func `every column of the settings is a setting`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.set { $0.multiSession = true }

        let row = try await acme.installation.control.read(.installation("test")) { transaction in
            try transaction.row("SELECT * FROM tenant_settings")
        }

        let settings = TenantSetting.all.map(\.column.description)
        #expect(row?.columns.names.sorted() == (settings + ["tenant_id", "version", "changed_at"]).sorted())
    }
}
