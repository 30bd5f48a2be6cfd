import Testing

@testable import Domain

struct BreadcrumbTests {
    private let whole = Breadcrumb(
        time: Timestamp(milliseconds: 1_795_251_590_500),
        category: "http",
        level: "info",
        message: "Refreshing",
        data: #"{"status_code":401}"#
    )

    @Test func `breadcrumbs are attributes, and are found among others in their order`() {
        let breadcrumbs = (1...12).map { Breadcrumb(message: "m\($0)") }
        let others = [EventAttribute("breadcrumbs.dropped", .integer(3)), EventAttribute("level", .text("error"))]
        let attributes = others + breadcrumbs.enumerated().flatMap { $1.attributes(number: $0 + 1) }

        let found = Breadcrumb.separated(from: attributes.sorted { $0.name < $1.name })

        #expect(found.breadcrumbs == Array(breadcrumbs.reversed()))
        #expect(found.others == others)
        #expect(Breadcrumb.separated(from: whole.attributes(number: 20)).breadcrumbs == [whole])
        #expect(Breadcrumb().attributes(number: 1) == [])
    }

    @Test(
        arguments: [
            ("breadcrumb.0.message", .text("x")), ("breadcrumb.21.message", .text("x")),
            ("breadcrumb.01.message", .text("x")), ("breadcrumb.+1.message", .text("x")),
            ("breadcrumb.-1.message", .text("x")), ("breadcrumb.9223372036854775808.message", .text("x")),
            ("breadcrumb.1.other", .text("x")), ("breadcrumb.1.message.more", .text("x")),
            ("breadcrumb.1.", .text("x")), ("breadcrumb.1", .text("x")), ("breadcrumb.", .text("x")),
            ("breadcrumb..message", .text("x")), ("breadcrumb.1.message", .integer(7)),
            ("breadcrumb.1.time", .text("yesterday")), ("Breadcrumb.1.message", .text("x")),
        ] as [(String, EventAttribute.Value)]
    )
    func `another attribute stays one`(name: String, value: EventAttribute.Value) {
        let attribute = EventAttribute(name, value)

        let found = Breadcrumb.separated(from: [attribute])

        #expect(found.breadcrumbs == [] && found.others == [attribute])
    }

    @Test func `the names of breadcrumbs, their times and levels stay when they are scrubbed`() throws {
        let attributes = whole.attributes(number: 12)
        let content = EventContent(
            id: try #require(Event.ID("019a7f2e-1c2b-7def-8a9b-0123456789ab")),
            occurredAt: Timestamp(milliseconds: 0),
            stage: .ui,
            outcome: .failed,
            attributes: attributes
        )

        let scrubbed = Scrubber { _ in "00000000" }.scrub(DecodedEvent(content))

        #expect(scrubbed.content.attributes == attributes)
    }
}
