import Domain
import Fixtures
import Testing

@testable import Console
@testable import ConsoleKit
@testable import WebCore
@testable import WebFixtures

@Suite struct AdministrationLabelTests {
    private static let english = TestTexts.catalogue.texts(in: .english)

    @Test func `every key, role, permission and audit action has its texts`() {
        let keys =
            APIKey.Kind.allCases.flatMap { kind in
                ["kind", "choice", "purpose", "secret", "secret-hint", "example", "revocation-effect"].map {
                    "keys.\($0).\(kind.rawValue)"
                }
            } + PermissionName.allCases.flatMap { ["roles.permission.\($0.keyPart)", "roles.meaning.\($0.keyPart)"] }
            + PermissionGroup.allCases.map { "roles.group.\($0.rawValue)" }
            + Role.ConsoleAccess.allCases.flatMap { ["roles.access.\($0.rawValue)", "members.access.\($0.rawValue)"] }
            + AuditEntry.Action.allCases.map { "audit.action.\($0.rawValue.asKeyPart)" }
            + DomainError.Subject.allCases.map { "audit.target.\($0.rawValue.asKeyPart)" }

        #expect(keys.filter { !Self.english.has(TextKey($0)) } == [])
    }

    @Test func `a permission is called the same on pages and in the errors of the API`() {
        for permission in PermissionName.allCases { #expect(permission.label(Self.english) == permission.words) }
    }

    @Test func `a field of an audit entry without a text is written as the API names it`() {
        let change = AuditEntry.Change("email_verified", from: nil, to: "true")
        let unknown = AuditEntry.Change("session_<idle>_seconds", from: nil, to: "1")

        #expect(change.label(TestTexts.catalogue.texts(in: .french)) == "e-mail vérifié")
        #expect(unknown.label(TestTexts.catalogue.texts(in: .french)) == "session <idle> seconds")
    }

    @Test func `a setting in an audit entry is called as on its page`() {
        let idle = AuditEntry.Change("idle_seconds", from: "60", to: "120")
        let confirmation = AuditEntry.Change("confirm_email", from: "false", to: "true")

        #expect(idle.label(TestTexts.english) == "Inactivity timeout")
        #expect(confirmation.label(TestTexts.english) == "Require email verification")
        for setting in TenantSetting.all {
            let change = AuditEntry.Change(setting.name, from: nil, to: nil)
            #expect(change.label(TestTexts.french) != setting.name.replacing("_", with: " "), "\(setting.name)")
        }
    }

    @Test func `an actor is identified by a name, otherwise by an id`() throws {
        let id = try #require(APIKey.ID("0193a5c2-7d4e-7abc-8def-0123456789ab"))
        let key = AuditActor.key(id)

        #expect(key.label(Self.english) == "A secret key" && key.detail(Self.english) == "0193a5c2…6789ab")
        #expect(key.phrase(Self.english) == "by a secret key (0193a5c2…6789ab)")
        #expect(AuditActor.system.phrase(Self.english) == "by Gatehouse")
        let oscar = AuditActor.namedOperator(name: "Oscar", email: "oscar@example.com")
        #expect(oscar.phrase(Self.english) == "by Oscar (operator, oscar@example.com)")
        #expect(oscar.detail(Self.english) == "operator, oscar@example.com")
    }
}
