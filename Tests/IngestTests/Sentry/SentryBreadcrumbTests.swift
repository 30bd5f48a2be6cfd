import Domain
import StrictJSON
import Testing

@testable import Ingest

@Suite struct SentryBreadcrumbTests {
    private func attributes(_ members: String) throws -> [EventAttribute] {
        try #require(try Envelope().with("event", "{\(members)}").decoded().events.first).content.attributes
    }

    /// The breadcrumbs of an event, the oldest first.
    private func breadcrumbs(_ list: String) throws -> [Breadcrumb] {
        Breadcrumb.separated(from: try attributes(#""breadcrumbs":\#(list)"#)).breadcrumbs
    }

    private func dropped(_ name: String, _ attributes: [EventAttribute]) -> EventAttribute.Value? {
        attributes.first { $0.name == name }?.value
    }

    @Test func `a breadcrumb has its time, category, level, message and data, and the newest is the first`() throws {
        let attributes = try attributes(
            #"""
            "breadcrumbs":{"values":[
              {"timestamp":1795251590.5,"category":"touch","level":"info","message":"signIn:","type":"user"},
              {"timestamp":"2026-11-21T08:59:58.250Z","type":"http","level":"warning","data":{"method":"POST","status_code":401}}]}
            """#
        )

        #expect(
            attributes == [
                .init("breadcrumb.1.category", .text("http")),
                .init("breadcrumb.1.data", .text(#"{"method":"POST","status_code":401}"#)),
                .init("breadcrumb.1.level", .text("warning")),
                .init("breadcrumb.1.time", .text("2026-11-21T08:59:58.250Z")),
                .init("breadcrumb.2.category", .text("touch")), .init("breadcrumb.2.level", .text("info")),
                .init("breadcrumb.2.message", .text("signIn:")),
                .init("breadcrumb.2.time", .text("2026-11-21T08:59:50.500Z")),
            ]
        )
    }

    @Test(arguments: [
        #"{"message":"tap"}"#, #"[{"message":"tap"}]"#, #"{"values":[{"message":"tap"}]}"#,
        #"{"values":{"message":"tap"}}"#,
    ])
    func `breadcrumbs are a list, an object with a list, or one alone`(list: String) throws {
        #expect(try attributes(#""breadcrumbs":\#(list)"#) == [.init("breadcrumb.1.message", .text("tap"))])
    }

    @Test(arguments: ["null", "[]", #"{"values":null}"#, #"{"values":[]}"#, "7", #""tap""#])
    func `no breadcrumbs leave nothing`(list: String) throws {
        #expect(try attributes(#""breadcrumbs":\#(list)"#) == [])
    }

    @Test func `what is no breadcrumb is left out, and counted`() throws {
        let attributes = try attributes(
            #""breadcrumbs":[{"message":"a"},7,"text",null,[{"message":"b"}],{},{"message":[],"data":7,"level":{}}]"#
        )

        #expect(
            attributes == [.init("breadcrumb.1.message", .text("a")), .init("breadcrumbs.dropped", .integer(6))]
        )
    }

    @Test(arguments: ["1", "-7", "1e300", "99999999999", #""yesterday""#, "true", "[]", #""3026-11-21T08:59:58Z""#])
    func `a time that cannot be right is left out`(time: String) throws {
        let found = try breadcrumbs(#"[{"timestamp":\#(time),"message":"a"}]"#)

        #expect(found == [Breadcrumb(message: "a")])
    }

    @Test func `of many breadcrumbs the newest twenty are kept`() throws {
        let list = (0..<20_000).map { #"{"message":"m\#($0)"}"# }.joined(separator: ",")
        let attributes = try attributes(#""breadcrumbs":[\#(list)]"#)

        let messages = Breadcrumb.separated(from: attributes).breadcrumbs.compactMap(\.message)
        #expect(messages == (19_980..<20_000).map { "m\($0)" })
        #expect(dropped("breadcrumbs.dropped", attributes) == .integer(19_980))
    }

    @Test func `more breadcrumbs than an event has values reject it alone`() throws {
        let list = Array(repeating: "{}", count: 100_000).joined(separator: ",")
        let delivery = try Envelope().with("event", #"{"breadcrumbs":[\#(list)]}"#).with("event", "{}").decoded()

        #expect(delivery.rejected.map(\.code) == ["too_large"] && delivery.events.count == 1)
    }

    @Test func `texts and data are cut, and of all breadcrumbs the newest fit`() throws {
        let long = Array(repeating: "word", count: 500).joined(separator: " ")
        let members = (0..<100).map { #""n\#($0)":"\#(long)""# }.joined(separator: ",")
        let crumb = #"{"message":"\#(long)","category":"\#(long)","level":"\#(long)","data":{\#(members)}}"#
        let attributes = try attributes(#""breadcrumbs":[{"message":"old"},\#(crumb)]"#)
        let many = Array(repeating: #"{"message":"\#(long)","data":{"a":"\#(long)"}}"#, count: 40)
        let bounded = try self.attributes(#""breadcrumbs":[\#(many.joined(separator: ","))]"#)

        let found = try #require(Breadcrumb.separated(from: attributes).breadcrumbs.last)
        let message = try #require(found.message)
        #expect((500...SentryBreadcrumbs.messageBytes).contains(message.utf8.count))
        let (category, level) = (try #require(found.category), try #require(found.level))
        #expect((100...EventLimits.dimensionBytes).contains(category.utf8.count))
        #expect(level.hasSameBytes(as: category))
        let data = try #require(found.data)
        #expect((500...SentryBreadcrumbs.dataBytes).contains(data.utf8.count))
        let object = try JSONValue(parsing: Array(data.utf8))
        let first = try #require(object["n0"]?.stringValue)
        #expect((200...SentryBreadcrumbs.dataTextBytes).contains(first.utf8.count) && object["n99"] == nil)
        let size = bounded.reduce(0) { sum, attribute in
            guard case .text(let text) = attribute.value else { return sum }
            return sum + attribute.name.utf8.count + text.utf8.count
        }
        #expect((SentryBreadcrumbs.maximumBytes / 2...SentryBreadcrumbs.maximumBytes).contains(size))
        let kept = Breadcrumb.separated(from: bounded).breadcrumbs.count
        #expect(kept > 3 && kept < Breadcrumb.maximumCount)
        #expect(dropped("breadcrumbs.dropped", bounded) == .integer(Int64(40 - kept)))
    }

    @Test func `other attributes come first, and what has no room is counted`() throws {
        let extra = (0..<120).map { #""n\#($0)":1"# }.joined(separator: ",")
        let list = (1...20).map { #"{"message":"m\#($0)"}"# }.joined(separator: ",")

        let attributes = try attributes(#""extra":{\#(extra)},"breadcrumbs":[\#(list)]"#)

        #expect(attributes.count == EventLimits.attributes)
        #expect(attributes.count { $0.name.hasPrefix("n") } == 120)
        let messages = Breadcrumb.separated(from: attributes).breadcrumbs.compactMap(\.message)
        #expect(messages == (14...20).map { "m\($0)" })
        #expect(dropped("gatehouse.dropped", attributes) == .integer(13))
    }

    @Test func `an attribute of the app keeps its name`() throws {
        let attributes = try attributes(
            #""extra":{"breadcrumb.1.message":"own"},"breadcrumbs":[{"message":"tap","level":"info"}]"#
        )

        #expect(
            attributes == [
                .init("breadcrumb.1.level", .text("info")), .init("breadcrumb.1.message", .text("own")),
                .init("gatehouse.dropped", .integer(1)),
            ]
        )
    }

    @Test func `addresses in data lose their query`() throws {
        let data = try breadcrumbs(
            #"""
            [{"data":{"url":"https://api.example.com/token?code=s3cret#x","http.query":"code=s3cret","http.fragment":"x",
              "from":"/login?state=s3cret","to":"/home#s3cret","method":"GET"}}]
            """#
        ).first?.data

        #expect(
            data == #"{"url":"https://api.example.com/token","from":"/login","to":"/home","method":"GET"}"#
        )
    }

    @Test func `every text of a breadcrumb is scrubbed`() throws {
        let event = try #require(
            try Envelope().with(
                "event",
                #"""
                {"breadcrumbs":[{"timestamp":1795251590,"message":"Sent to ada@example.com","category":"mail ada@example.com",
                  "level":"ada@example.com","data":{"password":"hunter2","form":{"fields":[{"pin":47110815}]},
                  "ada@example.com":1,"list":["refresh_token=abcdef0123456789","+33612345678"]}}]}
                """#
            ).decoded().events.first
        )

        let scrubbed = Scrubber { _ in "00000000" }.scrub(event).content.attributes
        let found = try #require(Breadcrumb.separated(from: scrubbed).breadcrumbs.first)
        #expect(scrubbed.count == 5 && found.time == Envelope.now - .seconds(10))
        #expect(found.message == "Sent to [email:00000000]" && found.category == "mail [email:00000000]")
        #expect(found.level == "[email:00000000]")
        let data = try #require(found.data)
        for secret in ["hunter2", "47110815", "ada@example.com", "abcdef0123456789", "612345678"] {
            #expect(!data.contains(secret), "\(data)")
        }
        #expect(data.contains(#""password":"[secret]""#), "\(data)")
    }
}
