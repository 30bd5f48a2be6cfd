import StrictJSON

/// A value that must not be kept, as a client writes it.
struct Secret {
    /// With the name to which it is bound.
    let written: String
    let hidden: String

    init(_ written: String, hiding hidden: String? = nil) {
        self.written = written
        self.hidden = hidden ?? written
    }

    func isVisible(in text: String) -> Bool { text.containsBytes(of: hidden) }

    static let all = [
        Secret("ada@example.com"),
        Secret("ada%40example.com"),
        Secret("eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2FwcGxlIn0.c2lnbmF0dXJlLXNpZ25hdHVyZQ"),
        Secret("V1StGXR8Z5jdHi6BmyTu2kQp9LrWx0Na4c"),
        Secret("gh_s_0123456789abcdefghijklmn"),
        Secret("c1a2b3c4d5e6f708192a3b4c5d6e7f809.0.mruz.Q3VzdG9tLWNvZGUtMTIzNA"),
        Secret("password=hunter2x", hiding: "hunter2x"),
        Secret("\"password\":\"hunter2x\"", hiding: "hunter2x"),
        Secret("\\\"password\\\":\\\"hunter2x\\\"", hiding: "hunter2x"),
        Secret("?code=hunter2x", hiding: "hunter2x"),
        Secret("%3Fcode%3Dhunter2x", hiding: "hunter2x"),
        Secret("Authorization: Bearer hunter2x", hiding: "hunter2x"),
        Secret("https://ada:hunter2x@example.com/x", hiding: "hunter2x"),
        Secret("+33612345678"),
        Secret("4242424242424242"),
        Secret("203.0.113.77:443", hiding: "203.0.113.77"),
    ]
}
