import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import WebCore

/// The endpoints of the catalogue of causes, for programs without credentials.
package struct CodeEndpoints: Sendable {
    private static let cacheSeconds = 300

    private let texts: TextCatalogue
    private let lists = PublicContentCache<SupportedLanguage>()

    package init(texts: TextCatalogue) { self.texts = texts }

    /// - Parameter routes: at the root of the router, in the area `operations`.
    package func add(to routes: Routes<GatehouseContext>) {
        routes.get("api/v1/codes", operation: "listCodes", use: list)
        routes.get("api/v1/codes/{code}", operation: "getCode", use: read)
    }

    private func list(_ call: PlainCall<GatehouseContext>) -> Response {
        let texts = texts(of: call.request)
        let content = lists.content(texts.language) {
            PublicContent(
                ResponseSchema<CauseExplanation>.codeSummary.list(
                    CauseCatalogue.entries.map { CauseExplanation($0, texts) }
                )
            )
        }
        return Self.response(content, to: call.request)
    }

    private func read(_ call: PlainCall<GatehouseContext>) throws -> Response {
        guard let code = call.context.parameters.get("code"),
            let explanation = CauseExplanation(of: code, texts(of: call.request))
        else { throw DomainError.notFound(.code) }
        return Self.response(PublicContent(ResponseSchema<CauseExplanation>.code.json(explanation)), to: call.request)
    }

    private static func response(_ content: PublicContent, to request: Request) -> Response {
        content.response(to: request, cachedFor: cacheSeconds, varyingBy: [.acceptLanguage])
    }

    private func texts(of request: Request) -> Texts {
        texts.texts(in: SupportedLanguage(wanted: AcceptedLanguages.of(request.headers)))
    }
}

extension APIOperation {
    package static let codeOperations: [APIOperation] = [
        APIOperation(
            id: "listCodes",
            tag: .codes,
            summary: "Lists every canonical code of events",
            details: "No credential is needed. The order is that of the catalogue, section by section.",
            headers: [acceptLanguage, .knownTag],
            answers: Answer.cached("All codes.", ResponseSchema<CauseExplanation>.codeSummary.namedList)
        ),
        APIOperation(
            id: "getCode",
            tag: .codes,
            summary: "Explains a canonical code",
            details: """
                The cause, who can remove it, what developers do, and what support says to the user. No credential is needed. In the texts, what \
                a program reads or writes is between backticks. The page `/help/codes/{code}` shows the same.
                """,
            headers: [acceptLanguage, .knownTag],
            answers: Answer.cached("The code.", ResponseSchema<CauseExplanation>.code.named),
            errors: [
                ErrorResponse(400, "The path holds a control character.", ["malformed_request"]),
                ErrorResponse(404, "The catalogue has no such code.", ["code_not_found"]),
            ]
        ),
    ]

    private static let acceptLanguage = InputDescription(
        .acceptLanguage,
        .text.example("fr"),
        "Selects the language of the texts, English or French; English if neither is accepted."
    )
}
