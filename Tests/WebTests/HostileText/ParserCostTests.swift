import Domain
import Foundation
import HTTPTypes
import Ingest
import Measuring
import NIOHTTP1
import StrictJSON
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import UseCases
@testable import WebCore
@testable import WebFixtures

/// Whatever reads text of a request takes time by its bytes, whatever the text is.
@Suite(.serialized) struct ParserCostTests {
    /// What one parser does with a text, and how much of it a request can bring.
    struct Reader: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: Int
        /// Makes of the text what is read; not measured.
        let prepare: @Sendable (String) -> String
        let read: @Sendable (String) -> Void

        init(
            _ name: String,
            bytes: Int = 64 * 1024,
            prepare: @escaping @Sendable (String) -> String = { $0 },
            _ read: @escaping @Sendable (String) -> Void
        ) {
            self.name = name
            self.bytes = bytes
            self.prepare = prepare
            self.read = read
        }

        var testDescription: String { name }
    }

    private static let headerBytes = 14 * 1024
    private static let time = Timestamp(milliseconds: 1_790_000_000_000)

    private static func header(_ name: HTTPField.Name, _ read: @escaping @Sendable (HTTPFields) -> Void) -> Reader {
        Reader("\(name)", bytes: headerBytes) { read(HTTPFields([HTTPField(name: name, value: $0)])) }
    }

    private static func json(_ name: String, _ text: @escaping @Sendable (String) -> String) -> Reader {
        Reader("JSON \(name)", bytes: 256 * 1024, prepare: text) { _ = try? JSONValue(parsing: $0.utf8) }
    }

    private static func events(_ name: String, _ text: @escaping @Sendable (String) -> String) -> Reader {
        Reader(
            "events \(name)",
            bytes: 128 * 1024,
            prepare: { #"{"events":[{"stage":"refresh","outcome":"failed",\#(text($0))}]}"# }
        ) {
            guard let delivery = try? NativeEvents.decode(Array($0.utf8), as: .json, receivedAt: time) else { return }
            let scrubber = Scrubber { _ in "00000000" }
            for event in delivery.events { _ = Classifier.classify(scrubber.scrub(event), receivedAt: time) }
        }
    }

    /// In pieces of so many bytes, as names of many members.
    private static func pieces(_ text: String, of bytes: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for scalar in text.unicodeScalars {
            piece.unicodeScalars.append(scalar)
            guard piece.utf8.count >= bytes else { continue }
            pieces.append("\(pieces.count)a\(piece)")
            piece = ""
        }
        return pieces
    }

    /// Every byte of it, so that plain text gets as long as any.
    private static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        return String(
            decoding: text.utf8.flatMap { [UInt8(ascii: "%"), digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }

    static let readers: [Reader] = [
        json("text") { "[\"\($0)\"]" },
        json("name") { "{\"\($0)\":1}" },
        json("name of a deep member") { "{\"a\":{\"b\":{\"\($0)\":1}}}" },
        Reader(
            "JSON, many names",
            bytes: 100 * 1024,
            prepare: { "{" + pieces($0, of: 150).prefix(1000).map { "\"\($0)\":1" }.joined(separator: ",") + "}" }
        ) { text in
            guard let object = try? JSONValue(parsing: text.utf8).objectValue else { return }
            var copy = object
            for (name, _) in object { copy[name] = 2 }
            _ = copy == object
            _ = copy.hashValue
        },
        Reader("equal JSON texts") { text in
            let (one, other) = (JSONValue.string(text), JSONValue.string(text + "b"))
            _ = one == other
            _ = one.hashValue
        },
        Reader("form, name", prepare: { "\(percentEncoded($0))=1&password=2" }) { _ = try? FormText($0.utf8) },
        Reader("form, value", prepare: { "email=\(percentEncoded($0))&on=\(percentEncoded($0))" }) { text in
            guard let form = try? FormText(text.utf8) else { return }
            var fields = Fields(form.fields, notation: .form)
            _ = fields.text("email", maximum: 200)
            _ = fields.optionalBool("on")
            _ = fields.optionalOneOf("on", as: HostileText.self)
            try? fields.finish()
        },
        Reader(
            "form, many names",
            bytes: 30 * 1024,
            prepare: { pieces($0, of: 150).prefix(200).map { "\(percentEncoded($0))=1" }.joined(separator: "&") }
        ) { text in
            guard let form = try? FormText(text.utf8) else { return }
            try? Fields(form.fields, notation: .form).finish()
        },
        Reader("fields, names") { text in
            var fields = Fields([(text, .text(text)), ("name", .text(text))], notation: .json)
            _ = fields.optionalText("name", maximum: 200)
            _ = fields.has("email")
            try? fields.finish()
        },
        header(.cookie) { _ = try? RequestCookies($0).value("gatehouse") },
        Reader("Cookie, value", bytes: headerBytes) {
            let cookies = RequestCookies(HTTPFields([HTTPField(name: .cookie, value: "gatehouse=\($0)")]))
            _ = try? cookies.value("gatehouse")
            _ = cookies.all(named: "gate")
        },
        header(.contentType) { _ = ContentType(headers: $0) },
        header(.authorization) { headers in
            _ = headers[.authorization].flatMap(BearerToken.init)
            _ = headers.bearerToken
        },
        Reader("bearer token", bytes: headerBytes) { text in
            guard let token = BearerToken("Bearer \(text)")?.text else { return }
            _ = token.hasBytePrefix(RefreshToken.prefix)
            _ = Credential(token, .appSession)
            _ = CompactJWS(token)
        },
        header(.xForwardedFor) {
            let proxies = try? TrustedProxies("10.0.0.0/8")
            _ = proxies?.client(peer: IPAddress("10.0.0.1"), forwardedFor: $0[values: .xForwardedFor])
        },
        header(.connection) {
            _ = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/", headerFields: $0).asksToClose
        },
        header(.acceptLanguage) { _ = AcceptedLanguages.of($0) },
        header(HTTPField.Name("traceparent")!) { _ = TraceID(headers: $0) },
        header(HTTPField.Name("sentry-trace")!) { _ = TraceID(headers: $0) },
        header(HTTPField.Name("x-request-id")!) { _ = RequestIdentification.plainRequestID($0) },
        header(.userAgent) { _ = Device(headers: $0) },
        header(.xDeviceName) { _ = Device(headers: $0) },
        Reader("request header", bytes: headerBytes) {
            var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
            head.headers.add(name: "User-Agent", value: $0)
            _ = HeaderText.isPermitted(head)
        },
        Reader("address") { _ = EmailAddress("\($0)@example.com") },
        Reader("short address", bytes: 1000) { _ = EmailAddress("\($0)@example.com") },
        Reader("host of an address", bytes: 1000) { _ = EmailAddress("ada@\($0).example") },
        Reader("part of an address") { _ = EmailAddress.stored(part: $0) },
        Reader("visible text", bytes: 8 * 1024) { _ = VisibleText.escaped($0) },
        Reader("name by Apple") { _ = DisplayName.keeping($0) },
        Reader("name of a person") { _ = try? DisplayName.validated($0) },
        Reader("short name of a person", bytes: 800) { _ = try? DisplayName.validated($0) },
        Reader("search") { _ = SearchTerms.search($0) },
        Reader("password") { _ = try? PasswordRules.check($0, about: ["ada@example.com"]) },
        Reader("host name") { _ = HostName($0) },
        Reader("redirect") { text in
            _ = RedirectRule(text)
            _ = RedirectAddress(text)
        },
        Reader("language") { _ = Language($0) },
        Reader("moment") { _ = Timestamp(rfc3339: $0) },
        Reader("id") { _ = User.ID($0) },
        Reader("code challenge") { _ = ProofKeyChallenge($0, method: $0) },
        Reader("recovery code") { _ = RecoveryCode(typed: $0) },
        Reader("typed code", bytes: 200) { _ = TypedCode($0) },
        Reader("percent encoding", bytes: 8 * 1024) { _ = PercentEncoding.encode($0) },
        Reader("cursor") { _ = Cursor(text: $0) },
        Reader("metadata", bytes: 12 * 1024) { text in
            guard let one = try? UserAttributes(["a": .string(text)]),
                let other = try? UserAttributes(["a": .string(text + "b")])
            else {
                return
            }
            _ = one == other
            _ = try? ProfileMerge.merged(["a": nil, "b": .string(text)], into: one)
        },
        events("name of a member") { "\"\($0)\":1" },
        events("message") { "\"error\":\"\($0)\"" },
        events("name in an error") { "\"error\":{\"domain\":\"d\",\"\($0)\":1}" },
        events("attribute") { "\"attributes\":{\"a\":\"\($0)\"}" },
        events("code") { "\"error\":{\"domain\":\"\($0)\",\"code\":\"\($0)\"}" },
        events("stage") { "\"x\":1,\"platform\":\"\($0)\",\"auth.stage\":\"\($0)\"" },
        events("many names") { text in pieces(text, of: 150).prefix(800).map { "\"\($0)\":1" }.joined(separator: ",") },
        Reader("scrubbed text", bytes: 8 * 1024, prepare: { "password=\($0) Bearer \($0) token=\(percentEncoded($0))" })
        {
            _ = Scrubber { _ in "00000000" }.scrub($0)
        },
        Reader("lines of events", bytes: 128 * 1024, prepare: { "{\"\($0)\":1}\n" }) {
            _ = try? NativeEvents.decode(Array($0.utf8), as: .lines, receivedAt: time)
        },
        Reader("line of the log") { _ = LogLine.cut($0) },
    ]

    @Test(arguments: readers) func `hostile text costs what its bytes cost`(reader: Reader) {
        let plain = reader.prepare(HostileText.plain(bytes: reader.bytes))
        for kind in HostileText.allCases {
            let half = reader.prepare(kind.text(bytes: reader.bytes / 2))
            let whole = reader.prepare(kind.text(bytes: reader.bytes))
            // A busy machine makes a measurement longer by chance: what is wrong is wrong each time.
            var problems: [String] = []
            while problems.count < 3 {
                let cost = CostOfText(
                    stack: max(.milliseconds(3), .nanoseconds(50 * reader.bytes)),
                    plain: ProcessorTime.least { reader.read(plain) },
                    half: ProcessorTime.least { reader.read(half) },
                    whole: ProcessorTime.least { reader.read(whole) }
                )
                guard let problem = cost.problem else {
                    problems = []
                    break
                }
                problems.append(problem)
            }
            #expect(problems == [], "\(kind)")
        }
    }

    /// What looks like the beginning of something to take out, again and again.
    private static let suspicious = [
        "4111 ", "+1", "12 ", "12/", "%4", "::1 ", "code=1&", "state=", "token:", "a:", "1.", "2001:db8::1 ", "06 ",
        "password=x ",
    ]

    @Test(arguments: suspicious) func `what looks like a number or a secret costs what its bytes cost`(
        unit: String
    ) throws {
        let reader = try #require(Self.readers.first { $0.name == "events attribute" })
        /// As long as an attribute may be.
        func delivery(_ text: String) -> String { reader.prepare(String(text.prefix(8000))) }
        let plain = delivery(HostileText.plain(bytes: 8000))
        let text = delivery(String(repeating: unit, count: 8000))

        // A busy machine makes a measurement longer by chance: what is wrong is wrong each time.
        let ratios = (0..<3).map { _ in
            ProcessorTime.least { reader.read(text) } / ProcessorTime.least { reader.read(plain) }
        }

        #expect(ratios.contains { $0 <= CostOfText.mostOverPlain }, "\(ratios)")
    }

    @Test func `many plain cookies cost what their bytes cost`() {
        func cost(_ bytes: Int) -> Duration {
            let cookies = HTTPFields([HTTPField(name: .cookie, value: String(repeating: "a=1;", count: bytes / 4))])
            return ProcessorTime.least {
                let found = RequestCookies(cookies)
                for _ in 0..<10 { _ = try? found.value("gatehouse") }
            }
        }

        #expect(cost(16 * 1024) < .milliseconds(20))
    }

    @Test func `an object of a thousand members is searched, changed and compared in time by its members`() throws {
        func cost(_ count: Int) -> Duration {
            let members = (0..<count).map { "\"member-\($0)\":1" }.joined(separator: ",")
            let text = Array("{\(members)}".utf8)
            return ProcessorTime.least {
                guard let object = try? JSONValue(parsing: text).objectValue else { return }
                var copy = object
                for (name, _) in object { copy[name] = 2 }
                copy.removeAll { name, _ in object[name] != nil }
            }
        }

        #expect(cost(1000) < max(cost(500), .milliseconds(2)) * 2.5)
    }
}
