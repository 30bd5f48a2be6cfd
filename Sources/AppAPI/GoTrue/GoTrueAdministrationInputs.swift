import Domain
import StrictJSON
import UseCases
import WebCore

/// The members of a backend's requests.
extension GoTrueInputs {
    struct Revision: Sendable {
        fileprivate(set) var revision = UserRevision()
        fileprivate(set) var ban: String?
    }

    /// The fields of a user that an administrator sets.
    static let revision = Inputs<Revision> { reader in
        var body = Revision()
        body.revision.email = reader.read(newText("email", emailSummary, maximum: EmailAddress.maximumLength))
        body.revision.password = reader.read(newText("password", passwordSummary, maximum: textMaximum))
        body.revision.emailVerified = reader.read(
            Input.optionalBool("email_confirm", "Whether the email address is verified.").withoutNull
        )
        body.ban = reader.read(
            newText(
                "ban_duration",
                "How long the user cannot sign in; `none` lifts a ban.",
                maximum: 60,
                schema: Schema.text.example("24h")
            )
        )
        body.revision.userMetadata = reader.read(object("user_metadata", "Attributes that the app can write too."))
        body.revision.appMetadata = reader.read(object("app_metadata", "Attributes that only the backend can write."))
            .map { members in
                JSONObject(
                    members.filter { !DefaultAttribute.reservedNames.contains($0.name) }.map { ($0.name, $0.value) }
                )
            }
        return body
    }

    static let deletion = Inputs {
        $0.read(.optionalBool("should_soft_delete", "Not supported; true is rejected.")) ?? false
    }

    static let invitation = Inputs { (email: $0.read(email), data: $0.read(object("data", attributesSummary))) }

    enum LinkKind: String, CaseIterable {
        case signup, invite, magiclink, recovery
        case emailChangeCurrent = "email_change_current"
        case emailChangeNew = "email_change_new"

        var purpose: OneTimeLink.Purpose? {
            switch self {
            case .signup: .verifyEmail
            case .magiclink: .signIn
            case .recovery: .resetPassword
            case .emailChangeCurrent, .emailChangeNew: .changeEmail
            case .invite: nil
            }
        }
    }

    struct LinkGeneration: Sendable {
        let kind: LinkKind
        let revision: UserRevision
        let newEmail: String?
        let redirect: String?
    }

    static let linkGeneration = Inputs<LinkGeneration> { reader in
        let kind = reader.read(.oneOf("type", "The kind of the link.", as: LinkKind.self)) ?? .signup
        var revision = UserRevision()
        revision.email = reader.read(email)
        let newEmail = reader.read(
            nullableText("new_email", "The address to change to.", maximum: EmailAddress.maximumLength)
        )
        revision.password = reader.read(nullableText("password", passwordSummary, maximum: textMaximum))
        revision.userMetadata = reader.read(object("data", attributesSummary))
        let redirect = reader.read(
            nullableText("redirect_to", "The same as in the query, which comes before it.", maximum: 2048)
        )
        return LinkGeneration(kind: kind, revision: revision, newEmail: newEmail, redirect: redirect)
    }
}

/// A page of a list: `?page=2&per_page=50`.
struct GoTruePage: Sendable {
    static let defaultSize = 50

    let page: Int
    let size: Int

    var skipped: Int { (page - 1) * size }

    /// `page` is the first parameter, because a client expects it there.
    func links(of list: String, total: Int) -> String {
        let last = max(1, (total + size - 1) / size)
        func link(_ page: Int, _ relation: String) -> String {
            "</\(GoTrueRoutes.base)/\(list)?page=\(page)&per_page=\(size)>; rel=\"\(relation)\""
        }
        return ((page < last ? [link(page + 1, "next")] : []) + [link(last, "last")]).joined(separator: ", ")
    }
}

/// The queries of lists.
extension GoTrueInputs {
    static let users = Inputs {
        (
            page: $0.read(page),
            filter: $0.read(
                .optionalText(
                    "filter",
                    "The beginning of an email address, of a word of the name, or of an id.",
                    maximum: UserQuery.searchMaximumLength
                )
            )
        )
    }
    static let audit = Inputs {
        (
            page: $0.read(page),
            query: $0.read(
                .optionalText(
                    "query",
                    "A filter: `action:login`, `type:account`, or `author:` with an id or an email address.",
                    maximum: GoTrueAuditQuery.maximumLength
                )
            )
        )
    }

    private static let page = Inputs {
        GoTruePage(
            page: $0.read(.optionalInteger("page", "Counted from 1.", in: 1...100_000)) ?? 1,
            size: $0.read(
                .optionalInteger(
                    "per_page",
                    "The size of a page; by default \(GoTruePage.defaultSize).",
                    in: UserAdministration.directoryLimits
                )
            ) ?? GoTruePage.defaultSize
        )
    }
}
