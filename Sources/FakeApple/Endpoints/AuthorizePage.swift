import HTTPTypes
import Hummingbird

/// The HTML pages of the web flow.
enum AuthorizePage {
    static func signIn(_ request: AuthorizationEndpoint.AuthorizationRequest) -> String {
        whole(
            "Sign in with Apple",
            """
            <p class="notice">This is a stand-in for Apple, for tests and demonstrations. Do not type your real password anywhere here; none is asked for.</p>
            <p>Use an invented Apple Account to sign in to <strong>\(escaped(request.clientID))</strong>.</p>
            <form method="post" action="/auth/authorize">
            \(hidden(request.fields))
            <label for="email">E-mail address</label>
            <input id="email" name="email" type="email" value="ada@example.com" autocomplete="off" required>
            <label for="first_name">First name</label>
            <input id="first_name" name="first_name" value="Ada" autocomplete="off">
            <label for="last_name">Last name</label>
            <input id="last_name" name="last_name" value="Lovelace" autocomplete="off">
            <div class="choice"><input id="hide_email" name="hide_email" type="checkbox" value="yes"><label for="hide_email">Hide my e-mail address</label></div>
            <div class="actions">
            <button class="primary" name="decision" value="continue">Sign in with Apple</button>
            <button name="decision" value="cancel" formnovalidate>Cancel</button>
            </div>
            </form>
            """
        )
    }

    /// Creates a page with a form that posts itself; without script the user presses its button.
    static func posting(_ fields: [(name: String, value: String)], to address: String) -> String {
        whole(
            "Back to the app",
            """
            <p>You are on your way back to the app.</p>
            <form method="post" action="\(escaped(address))">
            \(hidden(fields))
            <div class="actions"><button class="primary">Continue</button></div>
            </form>
            <script>document.forms[0].submit()</script>
            """
        )
    }

    static func failure(_ rejection: Rejection) -> Response {
        .page(
            whole(
                "This request cannot be answered",
                "<p><code>\(escaped(rejection.error))</code></p><p>\(escaped(rejection.description))</p>"
            ),
            status: .badRequest
        )
    }

    private static func hidden(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "<input type=\"hidden\" name=\"\(escaped($0.name))\" value=\"\(escaped($0.value))\">" }.joined(
            separator: "\n"
        )
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }

    private static func whole(_ title: String, _ content: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(escaped(title)) — stand-in</title>
        <style>
        :root { color-scheme: light dark; --text: #1d1d1f; --soft: #5c5c61; --ground: #f5f5f7; --card: #fff; --line: #8a8a8f; --main: #000; --on-main: #fff; --focus: #0066cc; }
        @media (prefers-color-scheme: dark) { :root { --text: #f5f5f7; --soft: #a8a8ad; --ground: #000; --card: #1c1c1e; --line: #7a7a80; --main: #fff; --on-main: #000; --focus: #4da3ff; } }
        * { box-sizing: border-box; }
        body { margin: 0; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); }
        main { max-width: 26rem; margin: 0 auto; padding: 1.5rem; background: var(--card); border-radius: 1rem; overflow-wrap: anywhere; }
        h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.2; }
        .notice { color: var(--soft); font-size: .875rem; }
        label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
        input:not([type=checkbox]) { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .5rem; }
        .choice { display: flex; align-items: center; gap: .75rem; min-height: 2.75rem; margin-top: 1rem; }
        .choice input { width: 1.25rem; height: 1.25rem; }
        .choice label { margin: 0; font-weight: 400; }
        .actions { display: grid; gap: .75rem; margin-top: 1.5rem; }
        button { min-height: 2.75rem; font: inherit; font-weight: 600; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
        .primary { color: var(--on-main); background: var(--main); border-color: var(--main); }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
        </style>
        </head>
        <body>
        <main>
        <h1>\(escaped(title))</h1>
        \(content)
        </main>
        </body>
        </html>
        """
    }
}
