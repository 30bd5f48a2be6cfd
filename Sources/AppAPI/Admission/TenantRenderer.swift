import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Replaces the text of errors by the tenant's own, in a language of the request, where the tenant has one for the
/// code; else by that of the catalogue, where the tenant's language is not English. Codes and statuses do not change.
struct TenantRenderer<Context: TenantIdentifiedContext>: RouterMiddleware {
    let settings: any TenantSettingsStore
    let texts: TextCatalogue
    /// The dialect's status and code of an error.
    let name: @Sendable (WebFailure) -> (status: HTTPResponse.Status, code: String)

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            var failure = WebFailure(error)
            // Internal errors keep their cause for the log, and an unavailable database is not queried again.
            guard failure.status.code < 500, let own = try? await settings.settings(of: context.tenant.id).settings
            else { throw error }
            let accepted = AcceptedLanguages.of(request.headers)
            // A code that both dialects have, but for its case, has one text; our own name of a failure is tried last.
            let code = name(failure).code
            failure.words =
                own.text(forAnswer: [code, code.lowercased(), failure.code], in: accepted)
                ?? standardText(of: failure, accepted, tenant: own.language)
            throw failure
        }
    }

    /// Apps compare the English texts of these protocols, so users of an English tenant read them in every browser.
    /// - Returns: nil in English, which each dialect writes itself.
    private func standardText(of failure: WebFailure, _ accepted: [Language], tenant: Language) -> String? {
        let language = SupportedLanguage(wanted: accepted + [tenant])
        guard SupportedLanguage(wanted: [tenant]) != .english, language != .english else { return nil }
        return failure.textForUsers(texts.texts(in: language))
    }
}

extension WebFailure {
    /// The fields that users fill in.
    private static let userFields: Set<String> = ["email", "password"]

    /// Returns the text for users of an app, from the text catalogue.
    /// - Returns: nil for a failure without a text there, which only the app's developers can correct.
    func textForUsers(_ texts: Texts) -> String? {
        switch cause {
        case .throttled(let wait)?:
            texts("errors.throttled.detail", count: Int(max(1, wait.secondsRoundedUp)))
        case .conflict(.emailTaken)?: texts("answers.email-taken")
        case .invalid?: sentences(texts)
        default: localizableDetail?.text(texts)
        }
    }

    private func sentences(_ texts: Texts) -> String? {
        guard !fields.isEmpty, fields.allSatisfy({ Self.userFields.contains($0.field) }) else { return nil }
        return fields.map { $0.rule.text(texts) }.joined(separator: " ")
    }
}
