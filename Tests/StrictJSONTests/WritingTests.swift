import Testing

@testable import StrictJSON

struct WritingTests {
    @Test(
        arguments: [
            (nil, "null"), (true, "true"), (-7, "-7"), (0.5, "0.5"), (3.0, "3.0"), (.number(.nan), "null"),
            (.number(.infinity), "null"),
            ([1, [], [:]], "[1,[],{}]"), (["b": 1, "a": ["c": nil]], #"{"b":1,"a":{"c":null}}"#),
            ("a\"\\/\n\r\t\u{0}\u{1F}\u{7F}é", #""a\"\\/\n\r\t\u0000\u001f\u007fé""#),
            ("</script>&\u{2028}\u{2029}\u{2027}", "\"\\u003c/script\\u003e\\u0026\\u2028\\u2029\u{2027}\""),
        ] as [(JSONValue, String)]
    )
    func `a value is written as one safe line`(value: JSONValue, expected: String) {
        #expect(value.text == expected)
    }

    @Test func `members keep their order and can be changed`() {
        var object: JSONObject = ["z": 1, "a": 2]
        object.set("z", to: 3)
        object.append("m", "x")
        object.append("absent", nil)
        object["a"] = nil

        #expect(object.names == ["z", "m"])
        #expect(object.map(\.value) == [3, "x"])
        #expect(object.count == 2)
    }

    @Test func `a later pair of the same name replaces the earlier one`() {
        #expect(JSONObject([("a", 1), ("b", 2), ("a", 3)]) == ["a": 3, "b": 2])
    }

    @Test func `a whole number is read from either kind`() {
        #expect(JSONValue.number(3).integerValue == 3)
        #expect(JSONValue.number(3.5).integerValue == nil)
        #expect(JSONValue.number(1e300).integerValue == nil)
        #expect(JSONValue.integer(3).doubleValue == 3)
        #expect(JSONValue.string("3").integerValue == nil)
    }
}
