import Domain
import Testing

@testable import Console
@testable import ConsoleKit

@Suite struct LaneDrawingTests {
    @Test func `a long time without an event takes little width, and the rest keeps its proportions`() throws {
        let scale = LaneScale([0, 200, 500, 41_500, 42_000], widthOfBreak: 0.1, end: 1)

        let only = try #require(scale.breaks.first)
        #expect(scale.breaks.count == 1 && only.length == 41_000)
        #expect(abs(only.end - only.start - 0.1) < 1e-9)
        #expect(abs(scale.share(of: 200) - 0.9 * 0.2) < 1e-9)
        #expect(abs(scale.share(of: 42_000) - 1) < 1e-9 && scale.share(of: -9) == 0)
    }

    @Test func `two long times take half of the width at most`() {
        let scale = LaneScale([0, 500, 41_500, 42_000, 102_000], widthOfBreak: 0.4, end: 1)

        #expect(scale.breaks.map { ($0.end - $0.start) }.allSatisfy { abs($0 - 0.25) < 1e-9 })
        #expect(scale.breaks.count == 2)
    }

    @Test(arguments: [[], [7], [0, 50_000], [0, 100, 200, 1900]] as [[Double]])
    func `nothing is broken without something shorter beside it`(times: [Double]) {
        #expect(LaneScale(times, widthOfBreak: 0.1, end: 1).breaks.isEmpty)
    }

    @Test func `a claimed duration of years has few ticks`() {
        let scale = LaneScale([0, 1, 8.64e13], widthOfBreak: 0.1, end: 1)

        #expect(scale.ticks(apart: 0.1).count < 20)
    }

    private func bar(_ kind: LaneBar.Kind, _ start: Double, _ end: Double?, _ label: String, row: Int?) -> LaneBar {
        LaneBar(kind: kind, start: start, end: end, label: label, title: label, href: row.map { "#step-\($0)" })
    }

    private func markup(_ bars: [LaneBar], _ room: LaneDrawing.Room = .narrow) -> String {
        LaneDrawing(
            room: room,
            lanes: [.init(title: "Phone", bars: bars), .init(title: "Gatehouse", bars: [])],
            name: "Timeline",
            emptyLabel: "No step",
            tick: { "+\(Int($0)) ms" },
            breakLabel: { "⋯ \(Int($0)) ⋯" }
        ).drawing.markup
    }

    @Test func `bars lead to their rows, in percent, and an empty lane says so`() {
        let drawn = markup([
            bar(.step(.success), 0, 1000, "Token exchange", row: 1), bar(.broken(.failed), 1000, 2000, "<b>", row: 2),
            bar(.gap, 2000, nil, "The app never reported back", row: nil),
        ])

        #expect(drawn.contains("href=\"#step-1\"") && drawn.contains("href=\"#step-2\""))
        #expect(drawn.contains("lanes__step--broken") && drawn.contains("x=\"42.0%\"") && !drawn.contains("viewBox"))
        #expect(drawn.contains(">No step</text>") && drawn.contains("&lt;b&gt;") && !drawn.contains("<b>"))
        #expect(!drawn.contains("style="))
    }

    @Test func `labels of the axis never meet`() {
        let bars = [
            bar(.later, 0, 1650, "a", row: nil), bar(.later, 1700, 2690, "b", row: nil),
            bar(.later, 2720, 2960, "c", row: nil), bar(.later, 44_000, 44_300, "d", row: nil),
            bar(.gap, 2540, nil, "e", row: nil),
        ]

        #expect(markup(bars).contains(">+2000 ms</text>") && !markup(bars).contains(">+44000 ms</text>"))
        #expect(markup(bars, .wide).contains(">+44000 ms</text>"))
    }

    @Test func `a bar of a joined step is told apart`() {
        let joined = LaneBar(kind: .later, start: 0, end: 9, label: "x", title: "x", href: nil, isJoined: true)

        #expect(markup([joined]).contains("class=\"lanes__step lanes__step--later lanes__step--joined\""))
        #expect(!markup([bar(.later, 0, 9, "x", row: nil)]).contains("lanes__step--joined"))
    }

    @Test func `labels that would meet are on different lines`() {
        let first = bar(.later, 0, 5, "Token exchange, 5 ms", row: 1)
        let close = bar(.later, 6, 9, "Save session, 3 ms", row: 2)
        let far = bar(.later, 900, 1000, "Sign-out, 100 ms", row: 3)

        #expect(markup([first, close, far], .wide).contains("height=\"186\""))
        #expect(markup([first, far], .wide).contains("height=\"148\""))
    }
}
