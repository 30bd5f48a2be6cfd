import StrictJSON
import Testing

@testable import Stores

@Suite struct EventDictionaryTests {
    @Test func `what clients make up is remembered within a bound of memory`() {
        let dictionary = EventDictionary()
        let text = String(repeating: "x", count: 2000)

        for number in 0..<10_000 {
            var lesson = EventDictionary.DictionaryDelta()
            lesson.messages[.init(tenant: 1, text: ByteText("\(number) \(text)"))] = number
            dictionary.remember(lesson)
        }

        #expect(dictionary.bytes > 0 && dictionary.bytes <= EventDictionary.rememberedBytes)
        #expect(
            dictionary.knownNumber(of: EventDictionary.MessageKey(tenant: 1, text: ByteText("9999 \(text)"))) == 9999
        )
        #expect(dictionary.knownNumber(of: EventDictionary.MessageKey(tenant: 1, text: ByteText("0 \(text)"))) == nil)
    }
}
