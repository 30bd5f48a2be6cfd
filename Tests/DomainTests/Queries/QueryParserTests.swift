import Testing

@testable import Domain

struct QueryParserTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"

    @Test(arguments: [
        ("", ""),
        ("  \t\n ", ""),
        // Fields, aliases, lists.
        ("code:keychain.locked", "code:keychain.locked"),
        ("CODE:keychain.locked", "code:keychain.locked"),
        ("release:2.3 os:18.2 env:production", "app_version:2.3 os_version:18.2 environment:production"),
        ("version:2 method:apple step:refresh", "app_version:2 provider:apple stage:refresh"),
        ("outcome:FAILED", "outcome:failed"),
        ("code:a,b,a", "code:a,b"),
        ("code:(a OR b)", "code:a,b"),
        ("code:(a b)", "code:a code:b"),
        ("code:(a* -ab)", "code:a* -code:ab"),
        ("code:a OR code:b", "code:a,b"),
        ("code:a OR platform:b", "code:a OR platform:b"),
        ("device:iPhone16,1", "device_model:iPhone16,1"),
        ("device:\"iPhone16,1\",\"iPhone16,2\"", "device_model:\"iPhone16,1\",\"iPhone16,2\""),
        ("device:(iPhone16,1 OR iPad*)", "device_model:iPhone16,1 OR device_model:iPad*"),
        ("platform:a\\,b", "platform:\"a,b\""),
        // Quotation marks and escapes.
        ("platform:\"a b\"", "platform:\"a b\""),
        ("platform:\"ab\"", "platform:ab"),
        ("platform:\"a \\\"b\\\" \\\\\"", "platform:\"a \\\"b\\\" \\\\\""),
        ("platform:a\\ b", "platform:\"a b\""),
        ("platform:\"*\"", "platform:\"*\""),
        ("platform:\\*", "platform:\"*\""),
        ("platform:a\\*b*", "platform:a\\*b*"),
        ("platform:\\>5", "platform:\">5\""),
        ("platform:\\<*", "platform:\\<*"),
        ("platform:\"none\"", "platform:\"none\""),
        ("platform:OR", "platform:OR"),
        ("platform:a:b", "platform:a:b"),
        ("platform:-a", "platform:-a"),
        ("platform:é\u{301}", "platform:é\u{301}"),
        ("platform:\"a\tb\nc\"", "platform:\"a\\u{9}b\\u{A}c\""),
        ("platform:\"\\u{1F600}\\u\"", "platform:😀u"),
        ("platform:\\u{41}*", "platform:A*"),
        ("platform:\\u{1}*", "platform:\\u{1}*"),
        ("platform:\\u{A0}", "platform:\"\u{A0}\""),
        ("platform:\\é*", "platform:é*"),
        // Any value, no value.
        ("user:*", "user:*"),
        ("-user:*", "-user:*"),
        ("user:none", "-user:*"),
        ("-user:none", "user:*"),
        ("user:none,ada", "user:none,ada"),
        ("user:0193A0C5-7F1E-7C3A-9B5D-2F64C1E8A907", "user:0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907"),
        ("platform:0193A0C5-7F1E-7C3A-9B5D-2F64C1E8A907", "platform:0193A0C5-7F1E-7C3A-9B5D-2F64C1E8A907"),
        ("platform:none,*", ""),
        ("outcome:*", ""),
        ("time:none", "-*"),
        ("message:none", "-message:*"),
        // Wildcards.
        ("code:keychain.*", "code:keychain.*"),
        ("code:*.locked", "code:*.locked"),
        ("code:a**b*c", "code:a*b*c"),
        ("stage:session-*", "stage:session-*"),
        ("release:2.3.*", "app_version:2.3.*"),
        // Free text.
        ("Locked", "message:locked"),
        ("\"Two Words\"", "message:\"two words\""),
        ("two words", "message:two message:words"),
        ("message:a*b", "message:a*b"),
        ("*a*", "message:a"),
        ("message:a\\ b*c", "message:a\\ b*c"),
        ("a,b", "message:\"a,b\""),
        (">5", "message:\">5\""),
        ("or and not", "message:or message:and message:not"),
        ("*", ""),
        ("-*", "-*"),
        // Connectives and negation.
        ("a AND b", "message:a message:b"),
        ("a b OR c", "message:a message:b OR message:c"),
        ("a (b OR stage:ui)", "message:a (message:b OR stage:ui)"),
        ("(a)(b)", "message:a message:b"),
        ("a OR(b c)", "message:a OR message:b message:c"),
        ("((((a))))", "message:a"),
        ("-a", "-message:a"),
        ("--a", "message:a"),
        ("NOT a", "-message:a"),
        ("NOT -a", "message:a"),
        ("NOT(a b)", "-message:a OR -message:b"),
        ("-(a OR stage:ui)", "-message:a -stage:ui"),
        ("-(a -(b c))", "-message:a OR message:b message:c"),
        ("-code:a,b", "-code:a -code:b"),
        ("-code:(a OR b)", "-code:a -code:b"),
        ("a -a", "-*"),
        ("a OR -a", ""),
        ("a OR *", ""),
        ("a a", "message:a"),
        ("a A", "message:a"),
        ("a\u{A0}b", "message:a message:b"),
        // Versions.
        ("release:>=2.3", "app_version:>=2.3"),
        ("release:>2", "app_version:>2.0"),
        ("release:<v2.3.0", "app_version:<2.3"),
        ("release:<=2.4.0-beta.2+17", "app_version:<=2.4-beta.2"),
        ("release:2.3..2.4", "app_version:2.3..2.4"),
        ("release:2.3..", "app_version:>=2.3"),
        ("release:..2.3", "app_version:<=2.3"),
        ("release:>=3,<2", "app_version:>=3.0,<2.0"),
        ("-release:>=3", "-app_version:>=3.0"),
        ("release:\"2..3\"", "app_version:\"2..3\""),
        ("release:2\\..*", "app_version:2\\..*"),
        ("os:>=\"18.2\"", "os_version:>=18.2"),
        // Times.
        ("time:2026-11-22", "time:2026-11-22"),
        ("time:>=2026-11-22T10:00:00+02:00", "time:>=2026-11-22T08:00:00Z"),
        ("time:<2026-11-22T10:00", "time:<2026-11-22T10:00Z"),
        ("time:>2026-11-22T10:00:00.5Z", "time:>2026-11-22T10:00:00.500Z"),
        ("time:-6h", "time:>=-6h"),
        ("time:-24h..-60m", "time:-1d..-1h"),
        ("time:-6h..-6h", "time:-6h..-6h"),
        ("time:(\"-6h\" OR 2026-11-20T10:00:00Z)", "time:>=-6h,2026-11-20T10:00:00Z"),
        ("time:<=now", "time:<=now"),
        ("-time:>=-6h", "time:<-6h"),
        ("-time:<-6h", "time:>=-6h"),
        ("-time:>2026-11-22", "time:<=2026-11-22"),
        ("-time:<=2026-11-22", "time:>2026-11-22"),
        ("-time:2026-11-22", "-time:2026-11-22"),
        // Trace ids.
        ("trace:0AF76519-16CD-43DD-8448-EB211C80319C", "attempt:\(trace)"),
        ("attempt:0AF7*", "attempt:0af7*"),
    ])
    func `a query has one canonical text, which reads back the same`(query: String, canonical: String) throws {
        let condition = try QueryParser.parse(query)

        #expect(condition.description == canonical)
        #expect(try QueryParser.parse(canonical) == condition)
    }

    @Test(arguments: [
        ("duration:>2s", "duration:>2s"), ("duration:500ms", "duration:500ms"),
        ("duration:1.5s", "duration:1500ms"),
        ("duration:60s..2m", "duration:1m..2m"), ("duration_ms:0ms", "duration:0ms"),
        ("duration:none", "-duration:*"),
    ])
    func `a duration has a unit`(query: String, canonical: String) throws {
        let condition = try QueryParser.parse(query)

        #expect(condition.description == canonical)
        #expect(try QueryParser.parse(canonical) == condition)
    }

    @Test func `every dimension has a field under its own name, and all names are different`() {
        for dimension in EventDimension.allCases {
            #expect(QueryField(named: dimension.name) == .dimension(dimension))
        }
        #expect(Set(QueryField.allNames).count == QueryField.allNames.count)
        #expect(QueryField.allNames.allSatisfy { $0.lowercased() == $0 })
    }

    @Test func `a condition of a page is the one that was typed`() throws {
        #expect(try EventCondition.value("2.3", of: .appVersion) == QueryParser.parse("release:2.3"))
        #expect(try EventCondition.value(nil, of: .user) == QueryParser.parse("user:none"))
        #expect(EventCondition.value(nil, of: .outcome) == .nothing)
        let control = EventCondition.value("a\u{1}\u{7F}\r\n", of: .platform)
        #expect(try QueryParser.parse(control.description) == control)
        #expect(try EventCondition.value("a, *", of: .platform) == QueryParser.parse("platform:\"a, *\""))
    }
}
