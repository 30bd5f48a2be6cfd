import Domain
import Fixtures
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

@Suite struct TextTests {
    static let now = Sample.now
    static let clock = Sample.clock
    static let utc = PageClock(now: now, zone: .utc, texts: TestTexts.english)
    static let french = PageClock(now: now, zone: Sample.zone, texts: TestTexts.french)

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (1_024_551, "1,024,551"), (-12_345, "−12,345"),
        (Int.min, "−9,223,372,036,854,775,808"),
    ])
    func `numbers are grouped by thousands`(number: Int, text: String) {
        #expect(NumberText.grouped(number, in: .english) == text)
    }

    @Test func `an id keeps both its ends, and a short one stays whole`() {
        #expect(ShortID.of("0193a5c2-7d4e-7abc-8def-0123456789ab") == "0193a5c2…6789ab")
        #expect(ShortID.of("0193a5c2") == "0193a5c2")
    }

    @Test(arguments: [("Ada Lovelace", "AL"), ("ada@example.com", "AC"), ("Élodie", "É"), ("", "–"), ("🙂", "–")])
    func `a person without a picture has letters`(name: String, letters: String) {
        #expect(Initials.of(name) == letters)
    }

    @Test(arguments: [
        (Duration.seconds(-30), "just now"), (.seconds(59), "just now"), (.seconds(60), "1 min ago"),
        (.minutes(59), "59 min ago"),
        (.hours(1), "1 h ago"), (.hours(11), "11 h ago"), (.hours(13), "Today, 01:41"), (.hours(15), "Yesterday"),
        (.days(1), "Yesterday"),
        (.days(2), "19 Nov"), (.days(400), "17 Oct 2025"), (.seconds(-7200), "21 Nov, 16:41"),
    ])
    func `a moment is written as a relative time`(age: Duration, text: String) {
        #expect(RelativeTime.text(Self.now - age, Self.clock) == text)
    }

    @Test(arguments: [
        (Duration.seconds(59), "à l’instant"), (.seconds(60), "il y a 1\u{A0}min"), (.hours(11), "il y a 11\u{A0}h"),
        (.hours(13), "Aujourd’hui, 01:41"), (.days(1), "Hier"), (.days(2), "19\u{A0}nov."),
        (.days(400), "17\u{A0}oct. 2025"), (.seconds(-7200), "21\u{A0}nov., 16:41"),
    ])
    func `a moment is written in French`(age: Duration, text: String) {
        #expect(RelativeTime.text(Self.now - age, Self.french) == text)
    }

    @Test(arguments: [
        (Duration.seconds(90), "1 min ago", "il y a 1\u{A0}min"), (.hours(13), "today at 01:41", "aujourd’hui à 01:41"),
        (.days(1), "yesterday", "hier"), (.days(2), "on 19 Nov", "le 19\u{A0}nov."),
    ])
    func `a moment fits inside a sentence`(age: Duration, english: String, french: String) {
        #expect(Self.clock.inSentence(Self.now - age) == english)
        #expect(Self.french.inSentence(Self.now - age) == french)
    }

    @Test func `hostile moments are written too`() {
        for time in [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)] {
            #expect(!RelativeTime.text(time, Self.clock).isEmpty)
            #expect(!Self.utc.full(time).title.isEmpty)
        }
    }

    @Test func `a moment shows its zone, with UTC at hand`() {
        let view = Self.clock.exact(Self.now)

        #expect(view.iso == "2026-11-21T13:41:07.214Z")
        #expect(view.text == "14:41:07")
        #expect(view.title == "2026-11-21 14:41:07 Europe/Berlin · 2026-11-21 13:41:07 UTC")
    }

    @Test(arguments: [
        "", "/etc/passwd", "../../etc/passwd", "Europe//Berlin", "Nowhere/Atlantis", "Europe/Berlin\u{0}", "a; rm",
    ])
    func `what is not a zone is none`(name: String) {
        #expect(ViewerZone(identifier: name) == nil)
    }

    @Test func `a local time is read in the viewer's zone, in winter and in summer`() {
        #expect(Sample.zone.time(ofLocal: "2026-11-21T14:41")?.rfc3339 == "2026-11-21T13:41:00.000Z")
        #expect(Sample.zone.time(ofLocal: "2026-07-21T14:41:09")?.rfc3339 == "2026-07-21T12:41:09.000Z")
        #expect(Sample.zone.time(ofLocal: "2026-13-21T14:41") == nil)
        #expect(Sample.zone.time(ofLocal: "yesterday") == nil)
    }
}
