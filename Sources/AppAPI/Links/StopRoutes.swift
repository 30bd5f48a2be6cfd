import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The page by which the owner of an account's mailbox cancels a change of the address.
extension LinkRoutes {
    private static let everywhere = "everywhere"

    @Sendable func showStop(_ request: Request, _ context: AnonymousContext) async throws -> Response {
        let text = try link(context)
        let words = words(context)
        do throws(AuthFailure) {
            let open = try await links.openStop(text, from: context.origin)
            let offer = words.stopOffer(open.tenant)
            let choice = ChoicesView(
                Self.everywhere,
                words.stopChoice.legend,
                isTicked: true,
                title: words.stopChoice.title,
                hint: words.stopChoice.hint
            )
            let question = OneTimeLinkView.Question(
                form: console.form(LinkPaths.stopLink(text), context),
                choices: choice,
                button: offer.button
            )
            return page((offer.title, offer.text), words, context, question: question)
        } catch { return try refused(error, words, context) }
    }

    @Sendable func stop(
        _ fields: inout Fields,
        _ request: Request,
        _ context: AnonymousContext
    ) async throws -> Response {
        let text = try link(context)
        let words = words(context)
        let endsAll = fields.optionalText(Self.everywhere, maximum: 10) != nil
        try fields.finish(.ignored)
        do throws(AuthFailure) {
            let open = try await links.openStop(text, from: context.origin)
            let signIn = SignInContext(tenant: open.tenant, client: context.client)
            let stopped = try await links.stopChange(text, endsAll: endsAll, in: signIn)
            return page(words.stopped(stopped.tenant, endsAll: endsAll), words, context)
        } catch { return try refused(error, words, context) }
    }
}

extension LinkWords {
    func stopOffer(_ tenant: Tenant) -> Offer {
        let app = VisibleText.escaped(tenant.name)
        return Offer(
            title: choose("Stop the change of your email address", "Empêcher le changement d’adresse e-mail"),
            text: choose(
                "Someone who is signed in to your account with \(app) asked for another email address. The device that asked is signed out.",
                "Quelqu’un qui est connecté à votre compte \(app) a demandé une autre adresse e-mail. L’appareil qui l’a demandée sera déconnecté."
            ),
            button: choose("Stop it", "L’empêcher")
        )
    }

    var stopChoice: (legend: String, title: String, hint: String) {
        (
            choose("Your devices", "Vos appareils"), choose("Sign out everywhere", "Se déconnecter partout"),
            choose(
                "Every device has to sign in again. Choose a new password then, if you use one.",
                "Tous les appareils devront se reconnecter. Choisissez ensuite un nouveau mot de passe, si vous en utilisez un."
            )
        )
    }

    func stopped(_ tenant: Tenant, endsAll: Bool) -> (title: String, text: String) {
        let app = VisibleText.escaped(tenant.name)
        return (
            choose("Your email address was not changed", "Votre adresse e-mail n’a pas changé"),
            endsAll
                ? choose(
                    "Every device is signed out of \(app). Sign in again, and choose a new password if you use one.",
                    "Tous les appareils sont déconnectés de \(app). Reconnectez-vous, et choisissez un nouveau mot de passe si vous en utilisez un."
                )
                : choose(
                    "The device that asked is signed out of \(app).",
                    "L’appareil qui l’a demandée est déconnecté de \(app)."
                )
        )
    }
}
