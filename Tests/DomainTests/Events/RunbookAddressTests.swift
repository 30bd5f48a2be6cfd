import Domain
import Testing

struct RunbookAddressTests {
    @Test(arguments: [
        "https://wiki.example.com", "https://wiki.example.com/a/b?c=d&e=%2F#step-2", "https://wiki.example.com:8443/",
        "https://intranet/sign-in",
    ])
    func `a complete https URL is accepted`(text: String) {
        #expect(RunbookAddress(text)?.description == text)
    }

    @Test(arguments: [
        "", "wiki.example.com", "http://wiki.example.com", "HTTPS://wiki.example.com", "https://", "https:///a",
        "javascript:alert(1)", "https://ada:secret@wiki.example.com", "https://wiki.example.com:0/",
        "https://wiki.example.com:99999/", "https://wiki.example.com:+443/", "https://a:1:2/",
        "https://wiki.example.com/a b",
        "https://wiki.example.com/\"",
        "https://wiki.example.com/\u{E9}", "https://wiki.example.com/\n", "https://-wiki.example.com",
        "https://wi\u{200B}ki.example",
        "https://example.com/" + String(repeating: "a", count: 2000),
    ])
    func `any other text is rejected`(text: String) {
        #expect(RunbookAddress(text) == nil)
    }
}
