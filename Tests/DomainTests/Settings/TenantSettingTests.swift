import Domain
import Testing

@Suite struct TenantSettingTests {
    @Test func `every setting has a name, a column and a form field of its own`() {
        let all = TenantSetting.all

        #expect(Set(all.map(\.name)).count == all.count)
        #expect(Set(all.map(\.column.description)).count == all.count)
        #expect(Set(all.map(\.fieldName)).count == all.count)
    }

    @Test func `every setting with a field is on exactly one page`() {
        let onPages = SettingsPage.allCases.flatMap { TenantSetting.fields(on: $0).map(\.name) }

        #expect(onPages.sorted() == TenantSetting.all.filter { $0.field != nil }.map(\.name).sorted())
    }

    @Test func `the fields of a page keep their order`() {
        #expect(
            TenantSetting.fields(on: .signIn).map(\.name) == [
                "methods", "sign_up", "confirm_email", "secure_password_change", "anonymous", "redirect_urls",
                "dialect",
            ]
        )
        #expect(
            TenantSetting.fields(on: .apple).map(\.name) == [
                "require_nonce", "revoke_at_apple_everywhere", "apple_account_deleted",
            ]
        )
    }

    @Test func `a change of each setting is audited under its name, and changes no other setting`() {
        for setting in TenantSetting.all {
            guard let edit = setting.differentValue else {
                Issue.record("\(setting.name) has no other value")
                continue
            }
            var changed = TenantSettings.standard
            edit(&changed)

            #expect(TenantSetting.changes(from: .standard, to: changed).map(\.field) == [setting.name])
        }
    }

    @Test func `a text that is replaced is audited by the number of texts`() {
        var (before, after) = (TenantSettings(), TenantSettings())
        before.texts = [MessageText(code: "pwd.invalid", language: .english, text: "No.")]
        after.texts = [MessageText(code: "pwd.invalid", language: .english, text: "Try again.")]

        let changes = TenantSetting.changes(from: before, to: after)

        #expect(changes == [AuditEntry.Change("texts", from: "1", to: "1")])
        #expect(TenantSetting.changes(from: before, to: before).isEmpty)
    }

    @Test func `a number outside of its range is refused under the setting's name`() {
        for setting in TenantSetting.all {
            let (access, range): (SettingAccess<Int>, ClosedRange<Int>)
            switch setting.kind {
            case .count(let number, let limits), .span(let number, let limits): (access, range) = (number, limits)
            default: continue
            }
            for number in [range.lowerBound - 1, range.upperBound + 1] {
                var settings = TenantSettings()
                access.edit(number)?(&settings)

                #expect(settings.problems[setting.name] == .outOfRange(range))
            }
        }
    }

    @Test func `a word that a setting does not know is no value of it`() {
        for setting in TenantSetting.all {
            switch setting.kind {
            case .choice(let access, _), .word(let access, _): #expect(access.edit("no such word") == nil)
            case .choices(let access, _), .words(let access, _, _): #expect(access.edit(["no such word"]) == nil)
            default: break
            }
        }
    }
}

extension TenantSettings {
    /// The first problem of each field.
    fileprivate var problems: [String: FieldProblem.Rule] {
        do throws(DomainError) { try check() } catch {
            guard case .invalid(let problems) = error else { return [:] }
            return Dictionary(problems.map { ($0.field, $0.rule) }, uniquingKeysWith: { first, _ in first })
        }
        return [:]
    }
}

extension TenantSetting {
    /// A change to another value than the standard one.
    fileprivate var differentValue: SettingEdit? {
        let standard = TenantSettings.standard
        return switch kind {
        case .flag(let access): access.edit(!access.get(standard))
        case .count(let access, _), .span(let access, _): access.edit(access.get(standard) - 1)
        case .choice(let access, let options):
            options.values.first { $0 != access.get(standard) }.flatMap(access.edit)
        case .choices(let access, let options):
            access.edit(options.values.filter { !access.get(standard).contains($0) })
        case .word(let access, let notation): access.edit(notation.example)
        case .words(let access, let notation, _): access.edit([notation.example])
        case .messages(let access): access.edit([MessageText(code: "a", language: .english, text: "A")])
        case .attributes(let access): access.edit([DefaultAttribute(name: "a", value: .bool(true))])
        }
    }
}
