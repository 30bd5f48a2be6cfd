import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The page by which the owner of an account's mailbox cancels a change of the address.
extension LinkRoutes {
    private static let everywhere = "everywhere"

    func showStop(_ call: PlainCall<AnonymousContext>) async throws -> Response {
        let text = try link(call)
        do throws(AuthFailure) {
            let open = try await links.openStop(text, from: call.context.origin)
            let texts = console.texts(call.context)
            let choice = ChoicesView(
                Self.everywhere,
                texts("links.devices"),
                isTicked: true,
                title: texts("links.devices.everywhere"),
                hint: texts("links.devices.everywhere-hint")
            )
            let question = OneTimeLinkView.Question(
                form: console.form(LinkPaths.stopLink(text), call.context),
                choices: choice,
                button: LinkOffer.stopChange.button(of: open.tenant, texts)
            )
            let shown = LinkPageText(.stopChange, of: open.tenant, to: open.stop.email, texts)
            return page(shown, call.context, question: question)
        } catch { return try rejected(error, call.context) }
    }

    func stop(_ fields: inout Fields, _ call: PlainCall<AnonymousContext>) async throws -> Response {
        let text = try link(call)
        let endsAll = fields.optionalText(Self.everywhere, maximum: 10) != nil
        try fields.finish(.ignored)
        do throws(AuthFailure) {
            let open = try await links.openStop(text, from: call.context.origin)
            let signIn = SignInContext(tenant: open.tenant, client: call.context.client)
            let stopped = try await links.stopChange(text, endsAll: endsAll, in: signIn)
            let result = endsAll ? LinkResult.signedOutEverywhere : .changeStopped
            return page(LinkPageText(result, of: stopped.tenant, console.texts(call.context)), call.context)
        } catch { return try rejected(error, call.context) }
    }
}
