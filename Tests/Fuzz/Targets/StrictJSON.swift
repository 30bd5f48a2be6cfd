import StrictJSON

/// Any JSON text: it is rejected with a place inside it, or is what the parser reads again from its own text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    run(start, count) { text in
        do throws(JSONSyntaxError) {
            let value = try JSONValue(parsing: text)
            let written = value.serialized()
            expect((try? JSONValue(parsing: written, limits: .stored)) == value, "what is written reads back the same")
            checkMembers(value)
        } catch {
            expect((0...text.count).contains(error.offset), "the place of an error is in the text")
            expect(error.line >= 1 && error.column >= 1, "lines and columns begin with 1")
            expect(error.sentence.utf8.count <= 16 * 1024, "the sentence is short")
        }
    }
}

private func checkMembers(_ value: JSONValue) {
    for element in value.arrayValue ?? [] { checkMembers(element) }
    guard let object = value.objectValue else { return }
    for (name, member) in object {
        expect(object[name] == member, "each member is found by its name")
        checkMembers(member)
    }
}
