import ConsoleKit
import Domain

extension OneTimeLinkView {
    /// After an invitation of an app's user, who signs in there.
    init(accountReady page: SignInPage) {
        let title = page.texts("sign-in.ready-title")
        self.init(
            head: page.head(title),
            title: title,
            text: page.texts("sign-in.ready-text"),
            errors: nil,
            question: nil,
            warning: nil
        )
    }
}
