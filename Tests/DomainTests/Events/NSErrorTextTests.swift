import Testing

@testable import Domain

/// Errors of Apple's frameworks of which a wrapper passed on the text only.
@Suite struct NSErrorTextTests {
    private static let sheet = "com.apple.AuthenticationServices.AuthorizationError"

    @Test(arguments: [
        ("The operation couldn’t be completed. (\(Self.sheet) error 1001.)", "1001"),
        ("L’opération n’a pas pu s’achever. (\(Self.sheet) erreur 1000.)", "1000"),
        ("Der Vorgang konnte nicht abgeschlossen werden. (\(Self.sheet)-Fehler 1001.)", "1001"),
        ("未能完成操作。（\(Self.sheet)错误1001。）", "1001"),
        ("操作を完了できませんでした。（\(Self.sheet)エラー1001）", "1001"),
        ("Sign-in (Apple): (\(Self.sheet) error -7)", "-7"),
        (
            "SignInWithAppleAuthorizationException(AuthorizationErrorCode.canceled, It failed. (\(Self.sheet) error 1001.))",
            "1001"
        ),
        ("PlatformException(1004, It failed. (\(Self.sheet) error 1004.), null, null)", "1004"),
        ("(\(Self.sheet)\u{a0}error\u{a0}1001.) (again)", "1001"),
        (#"Error Domain=\#(Self.sheet) Code=1004 "(null)" UserInfo={a=(b c 1)}"#, "1004"),
        (#"Error Domain=Acme Code=1 {Error Domain=\#(Self.sheet)\#u{a}Code=1004}"#, "1004"),
    ])
    func `a text has the domain and the code`(message: String, code: String) {
        #expect(NSErrorText.pairs(in: message).contains(FailureKey.Pair(domain: Self.sheet, code: code)))
    }

    @Test(arguments: [
        "", "(", ")(", "()", "(a b)", "(a b .)", "(a b -.)", "(a b 123456789012.)", "(1 2 3)", "Error Domain= Code=1",
        "Error Domain=a", "Error Domain=a Code=", "Error Domain=a Code=x", "Code=1 Domain=a",
        "It failed (HTTP 404)", "(iOS 17.2)", "Domain=Acme Code=1",
        String(repeating: "a", count: 4096) + "(a error 1.)",
    ])
    func `another text has none`(message: String) { #expect(NSErrorText.pairs(in: message) == []) }

    @Test(arguments: ["(", "((a.b 1", "(a.b 1)", "Domain=a.b Code=1 ", "（a.b1）"])
    func `a text without end is read in part`(part: String) {
        #expect(NSErrorText.pairs(in: String(repeating: part, count: 50_000)).count <= 8)
    }

    @Test(arguments: [
        ("Error", "It failed. (\(Self.sheet) error 1002.)", "apple.sheet.invalid_response", Outcome.failed),
        (
            "SignInWithAppleAuthorizationException",
            "SignInWithAppleAuthorizationException(AuthorizationErrorCode.canceled, It failed. (\(Self.sheet) error 1001.))",
            "apple.sheet.cancelled", .cancelled
        ),
        (
            "MyApp.SignInError", "Error Domain=Acme Code=7 {Error Domain=NSURLErrorDomain Code=-1009}", "net.offline",
            .failed
        ),
        ("MyApp.SignInError", "It failed. (OSStatus error -34018.)", "keychain.entitlement", .failed),
        ("MyApp.SignInError", "(MyApp.Deep error 3.)", "unclassified", .failed),
        // A known domain counts before what its text says.
        ("NSURLErrorDomain", "(NSOSStatusErrorDomain error -25308.)", "net.timeout", .failed),
    ])
    func `an unknown error is known by the text of the one that it wraps`(
        domain: String,
        message: String,
        code: String,
        outcome: Outcome
    ) {
        let event = EventContent(
            id: Event.ID("019a7f2e-1c2b-7def-8a9b-0123456789ab")!,  // written out, so it parses
            occurredAt: Timestamp(milliseconds: 0),
            stage: .tokenExchange,
            outcome: .failed,
            error: EventError(domain: domain, code: domain == "NSURLErrorDomain" ? "-1001" : "", message: message)
        )

        let verdict = Classifier.verdict(on: event)

        #expect(verdict.code == code && verdict.outcome == outcome)
    }
}
