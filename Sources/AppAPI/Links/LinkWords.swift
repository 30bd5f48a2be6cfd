import Domain
import UseCases

/// The texts of the link pages, in English and in French.
struct LinkWords: Sendable {
    let language: SupportedLanguage

    func choose(_ english: String, _ french: String) -> String { language == .english ? english : french }

    /// The action that a link offers.
    struct Offer {
        let title: String
        let text: String
        let button: String
    }

    func offer(_ open: OpenLink, setsPassword: Bool) -> Offer {
        let app = VisibleText.escaped(open.tenant.name)
        let email = VisibleText.escaped(open.link.email?.description ?? "")
        switch open.link.purpose {
        case .resetPassword where setsPassword:
            return Offer(
                title: choose("Choose a new password", "Choisissez un nouveau mot de passe"),
                text: choose(
                    "For your account \(email) with \(app). Every device that is signed in has to sign in again.",
                    "Pour votre compte \(email) chez \(app). Tous les appareils connectés devront se reconnecter."
                ),
                button: choose("Set the password", "Enregistrer le mot de passe")
            )
        case .resetPassword:
            return Offer(
                title: choose("Choose a new password", "Choisissez un nouveau mot de passe"),
                text: choose(
                    "You choose it in \(app), for your account \(email).",
                    "Vous le choisirez dans \(app), pour votre compte \(email)."
                ),
                button: choose("Continue to \(app)", "Continuer vers \(app)")
            )
        case .changeEmail:
            return Offer(
                title: choose("Use this email address from now on", "Utiliser désormais cette adresse e-mail"),
                text: choose(
                    "You will sign in to \(app) with \(email).",
                    "Vous vous connecterez à \(app) avec \(email)."
                ),
                button: choose("Use this email address", "Utiliser cette adresse e-mail")
            )
        case .signIn:
            return Offer(
                title: choose("Sign in to \(app)", "Se connecter à \(app)"),
                text: choose("As \(email).", "En tant que \(email)."),
                button: choose("Sign in", "Se connecter")
            )
        case .verifyEmail, .reauthentication, .exchange:
            return Offer(
                title: choose("Confirm your email address", "Confirmez votre adresse e-mail"),
                text: choose(
                    "Is \(email) yours, and did you sign up with \(app)?",
                    "L’adresse \(email) est-elle à vous, et utilisez-vous \(app) ?"
                ),
                button: choose("Yes, confirm it", "Oui, confirmer")
            )
        }
    }

    var plainHTTP: String {
        choose(
            "Not encrypted (HTTP). Only for this machine or testing.",
            "Connexion non chiffrée (HTTP). Uniquement pour cette machine ou des essais."
        )
    }
    var passwordLabel: String { choose("New password", "Nouveau mot de passe") }
    var passwordHint: String {
        let length = PasswordRules.lengths.lowerBound
        return choose(
            "\(length) characters or more; long is better than complicated.",
            "\(length) caractères ou plus ; mieux vaut long que compliqué."
        )
    }
    var problemsTitle: String { choose("Check the highlighted fields", "Vérifiez les champs signalés") }

    func sentence(_ rule: FieldProblem.Rule) -> String {
        guard language == .french else { return rule.sentence }
        return switch rule {
        case .missing: "Obligatoire."
        case .tooShort(let minimum): "Au moins \(minimum) caractères."
        case .tooLong(let maximum): "Au plus \(maximum) caractères."
        case .commonPassword: "Trop de gens utilisent ce mot de passe. Choisissez-en un autre."
        default: rule.sentence
        }
    }

    /// The result of an action: a title and a sentence.
    func done(_ link: OneTimeLink, _ tenant: Tenant) -> (title: String, text: String) {
        let app = VisibleText.escaped(tenant.name)
        return switch link.purpose {
        case .resetPassword:
            (
                choose("Your new password is set", "Votre nouveau mot de passe est enregistré"),
                choose("Go back to \(app) and sign in with it.", "Retournez dans \(app) et connectez-vous avec lui.")
            )
        case .changeEmail:
            (
                choose("Your email address is changed", "Votre adresse e-mail est changée"),
                choose("Sign in to \(app) with it from now on.", "Connectez-vous désormais à \(app) avec elle.")
            )
        case .verifyEmail, .signIn, .reauthentication, .exchange:
            (
                choose("Your email address is confirmed", "Votre adresse e-mail est confirmée"),
                choose("Go back to \(app).", "Retournez dans \(app).")
            )
        }
    }

    /// The text for a link without an action here: its code is typed in the app.
    var onlyDigits: (title: String, text: String) {
        (
            choose("Continue in the app", "Continuez dans l’application"),
            choose("Enter the code from the message in the app.", "Saisissez dans l’application le code du message.")
        )
    }

    var gone: (title: String, text: String) {
        (
            choose("This link has been used or has expired", "Ce lien a déjà servi ou a expiré"),
            choose("Ask for a new one in the app.", "Demandez-en un nouveau dans l’application.")
        )
    }

    var disabled: (title: String, text: String) {
        (
            choose("This account is disabled", "Ce compte est désactivé"),
            choose("Ask the people who run the app.", "Adressez-vous aux responsables de l’application.")
        )
    }

    var emailTaken: (title: String, text: String) {
        (
            choose("This email address is taken", "Cette adresse e-mail est déjà utilisée"),
            choose(
                "Someone else uses it by now. Nothing was changed.",
                "Quelqu’un d’autre l’utilise désormais. Rien n’a été changé."
            )
        )
    }

    var sessionLimit: (title: String, text: String) {
        (
            choose("You are signed in on too many devices", "Vous êtes connecté sur trop d’appareils"),
            choose(
                "Sign out on one of them, then ask for a new link in the app.",
                "Déconnectez-vous de l’un d’eux, puis demandez un nouveau lien dans l’application."
            )
        )
    }
}
