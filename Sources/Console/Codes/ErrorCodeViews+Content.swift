import ConsoleKit
import Domain
import StrictJSON

extension FailureKey.Pair {
    /// The address of the form for a rule about the error; nil when no form can hold its texts as they are.
    func ruleForm(_ paths: TenantPaths) -> String? {
        for text in [domain, code] {
            guard text.utf8.count <= CauseRule.fieldBytes, !text.unicodeScalars.contains(where: VisibleText.isHidden)
            else { return nil }
        }
        return PageAddress(paths.errorCodes, ["domain": domain.isEmpty ? "*" : domain, "code": code]).href + "#rule"
    }
}

extension TenantPage {
    /// The address of the form for a rule about an error; nil when it has a code that rules do not change, and for users
    /// who may not create one.
    func ruleForm(for error: FailureKey.Pair?, with code: String) -> String? {
        guard Classifier.unknownCodes.contains(where: code.hasSameBytes), access.allows(.manageSettings) else {
            return nil
        }
        return error?.ruleForm(paths)
    }
}
