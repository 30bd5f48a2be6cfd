import Domain
import Fixtures

@testable import Console
@testable import ConsoleKit

extension Sample {
    static let help: [(String, any ConsoleView)] = [
        (
            "codes",
            CodeListView(
                head: head("Error codes"),
                list: "/help/codes",
                sections: [
                    CodeSectionView(
                        id: "keychain",
                        title: "Keychain",
                        rows: [
                            CodeRowView(
                                code: "keychain.locked",
                                href: "/help/codes/keychain.locked",
                                title: "The phone was locked, so the keychain could not be used",
                                fault: "App"
                            )
                        ]
                    )
                ]
            )
        ),
        (
            "code",
            CodeView(
                head: head("keychain.locked"),
                list: "/help/codes",
                breadcrumb: crumbs("Error codes", "keychain.locked"),
                code: "keychain.locked",
                title: "The phone was locked, so the keychain could not be used",
                facts: [FactView("Responsible", "App")],
                cause: ProsePartView.parts(of: "The item has `kSecAttrAccessibleWhenUnlocked`."),
                action: ProsePartView.parts(of: "Never sign out."),
                snippet: "guard isProtectedDataAvailable else { return }",
                support: "Unlock your phone and open the app again.",
                hasSources: true,
                sources: [LinkView(label: "Security Framework Result Codes", href: "https://developer.apple.com/")]
            )
        ),
        (
            "code-unknown",
            UnknownCodeView(head: head("This code is unknown"), list: "/help/codes", text: "There is no code x.")
        ),
    ]
}
