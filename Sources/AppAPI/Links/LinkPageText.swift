import Domain
import UseCases

/// The title and the text of a link page.
///
/// The tenant's name and the address are untrusted: hidden characters in them are escaped.
struct LinkPageText {
    let title: String
    let text: String

    init(_ offer: LinkOffer, of tenant: Tenant, to email: EmailAddress?, _ texts: Texts) {
        let email = VisibleText.escaped(email?.shown ?? "")
        self.init(offer.rawValue, texts, ["app": .app(tenant), "email": .text(email)])
    }

    init(_ result: LinkResult, of tenant: Tenant, _ texts: Texts) {
        self.init(result.rawValue, texts, ["app": .app(tenant)])
    }

    init(_ rejection: LinkRejection, _ texts: Texts) { self.init(rejection.rawValue, texts, [:]) }

    private init(_ name: String, _ texts: Texts, _ arguments: [String: TextArgument]) {
        title = texts(TextKey("links.\(name).title"), arguments)
        text = texts(TextKey("links.\(name).text"), arguments)
    }
}

extension TextArgument {
    /// The tenant's name, by which its users know the app.
    static func app(_ tenant: Tenant) -> TextArgument { .text(VisibleText.escaped(tenant.name)) }
}
