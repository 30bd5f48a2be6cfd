import Measuring
import StrictJSON
import Testing

@testable import Domain

@Suite struct ProfileMergeTests {
    private let ada = User(
        id: .init(.init(bytes: [UInt8](repeating: 1, count: 16))),
        tenant: .init(.init(bytes: [UInt8](repeating: 2, count: 16))),
        email: nil,
        emailVerified: false,
        name: "Ada",
        role: .customer,
        state: .active,
        createdAt: Timestamp(milliseconds: 0),
        updatedAt: Timestamp(milliseconds: 0),
        lastSeenAt: nil
    )

    /// As if a device had written this.
    private func write(_ patch: JSONObject, name: String? = nil, to user: User) throws -> User {
        let metadata = try ProfileMerge.merged(patch, into: user.userMetadata)
        return user.with(
            .init(name: .some(name ?? user.name), userMetadata: metadata),
            updatedAt: user.updatedAt
        ).recorded(
            after: user
        )
    }

    @Test func `different parts of two devices meet no conflict, the same part does`() throws {
        let first = try write(["theme": "dark", "address": ["city": "Oslo", "zip": "1"]], to: ada)
        let phone = try write(["theme": "light"], to: first)

        func conflicts(_ patch: JSONObject, base: Int64) -> [String] {
            ProfileMerge.conflicts(ProfilePatch(userMetadata: patch, base: base), with: phone).map(\.path.description)
        }
        #expect(first.history.version == 1 && phone.history.version == 2)
        #expect(conflicts(["theme": "blue"], base: 1) == ["/user_metadata/theme"])
        #expect(conflicts(["theme": "light"], base: 1) == [], "the same value is no conflict")
        #expect(conflicts(["theme": "blue"], base: 2) == [])
        #expect(conflicts(["address": ["city": "Bergen"], "other": 1], base: 1) == [])
        #expect(conflicts(["address": ["city": "Bergen"]], base: 0) == ["/user_metadata/address/city"])
        #expect(
            conflicts(["address": "none"], base: 0) == ["/user_metadata/address"],
            "what holds a changed part is changed"
        )
        #expect(conflicts(["theme": .null], base: 1) == ["/user_metadata/theme"])
    }

    @Test func `a part that was replaced as a whole is in the way of what was in it`() throws {
        let first = try write(["address": ["city": "Oslo"]], to: ada)
        let second = try write(["address": "none"], to: first)

        let found = ProfileMerge.conflicts(
            ProfilePatch(userMetadata: ["address": ["city": "Bergen"]], base: 1),
            with: second
        )

        #expect(found.map(\.path.description) == ["/user_metadata/address"] && found.map(\.current) == ["none"])
    }

    @Test func `without a base, and with the version that there is, nothing is in the way`() throws {
        let phone = try write(["theme": "light"], name: "Ada L", to: ada)

        #expect(ProfileMerge.conflicts(ProfilePatch(name: "Eve", userMetadata: ["theme": "dark"]), with: phone).isEmpty)
        #expect(ProfileMerge.conflicts(ProfilePatch(name: "Eve", base: 1), with: phone).isEmpty)
        #expect(ProfileMerge.conflicts(ProfilePatch(name: "Eve", base: 0), with: phone).map(\.path) == [.name])
        #expect(
            ProfileMerge.conflicts(ProfilePatch(name: "Eve", base: 99), with: phone).map(\.path) == [.name],
            "from before a restoration"
        )
    }

    @Test func `a merge patch follows RFC 7396`() throws {
        let cases: [(JSONObject, JSONObject, JSONObject)] = [
            (["a": "b"], ["a": "c"], ["a": "c"]), (["a": "b"], ["b": "c"], ["a": "b", "b": "c"]),
            (["a": "b"], ["a": .null], [:]),
            (["a": ["b"]], ["a": "c"], ["a": "c"]), (["a": "c"], ["a": ["b"]], ["a": ["b"]]),
            (["a": ["b": "c"]], ["a": ["b": "d", "c": .null]], ["a": ["b": "d"]]),
            (["e": .null], ["a": 1], ["e": .null, "a": 1]), ([:], ["a": ["bb": ["ccc": .null]]], ["a": ["bb": [:]]]),
        ]
        for (target, patch, result) in cases {
            #expect(try ProfileMerge.merged(patch, into: UserAttributes(target)).object == result)
        }
    }

    @Test func `names with slashes and tildes are parts of their own`() throws {
        let first = try write(["a/b": 1, "m~n": 1], to: ada)
        let second = try write(["a/b": 2], to: first)

        #expect(second.history.parts(of: 2).map(\.description) == ["/user_metadata/a~1b"])
        #expect(second.history.changes.isChanged(ProfilePath(["user_metadata", "a/b"]), since: 1))
        #expect(!second.history.changes.isChanged(ProfilePath(["user_metadata", "m~n"]), since: 1))
    }

    @Test func `the history stays small, and what it forgot counts as changed`() throws {
        var user = ada
        for number in 0..<(ProfileHistory.maximumParts + 50) { user = try write(["k\(number)": 1], to: user) }

        #expect(user.history.text.utf8.count < 20_000)
        #expect(user.history.changes.isChanged(ProfilePath(["user_metadata", "k0"]), since: 0))
        #expect(!user.history.changes.isChanged(ProfilePath(["user_metadata", "k0"]), since: 100))
        #expect(user.history.changes.isChanged(ProfilePath(["user_metadata", "k249"]), since: 249))
    }

    @Test func `however parts are named, the history is small and a change takes little processor time`() throws {
        let long = String(repeating: "/", count: 15_000)
        var user = ada
        for number in 0..<20 { user = try write(["\(number)\(long)": 1, "\(number - 1)\(long)": .null], to: user) }
        let many = JSONObject((0..<1000).map { ("k\($0)", JSONValue.integer(1)) })
        user = try write(["19\(long)": .null], to: user)
        user = try write(many, to: user)

        #expect(user.history.text.utf8.count <= ProfileHistory.maximumBytes)
        #expect(
            user.history.parts(of: user.history.version).map(\.description) == ["/user_metadata"],
            "so many count as one"
        )
        let answered = ProcessorTime.of {
            _ = ProfileMerge.conflicts(
                ProfilePatch(userMetadata: JSONObject((0..<1000).map { ("k\($0)", 2) }), base: 0),
                with: user
            )
        }
        // Where each part is read again for each other one, it takes minutes.
        #expect(answered < .seconds(20))
    }

    @Test func `of a part with a long name or deep inside the part around it is remembered`() throws {
        let long = String(repeating: "x", count: 300)
        let user = try write(
            ["a": ["b": ["c": ["d": ["e": 1]]]], "safe": 1],
            to: write(["a": ["b": ["c": ["d": ["e": 0]]]]], to: ada)
        )
        let other = try write(["box": [:]], to: ada)
        let named = try write(["box": JSONValue.object(JSONObject([(long, 1)]))], to: other)

        #expect(user.history.parts(of: 2).map(\.description) == ["/user_metadata/a/b/c", "/user_metadata/safe"])
        #expect(user.history.changes.isChanged(ProfilePath(["user_metadata", "a", "b", "c", "d", "other"]), since: 1))
        #expect(!user.history.changes.isChanged(ProfilePath(["user_metadata", "a", "x"]), since: 1))
        #expect(named.history.parts(of: 2).map(\.description) == ["/user_metadata/box"])
    }

    @Test func `what could not be read again is refused before it is stored`() throws {
        let many = JSONObject((0..<1025).map { ("k\($0)", JSONValue.integer(1)) })

        #expect(throws: FieldProblem.Rule.self) { try UserAttributes(many) }
        let most = try UserAttributes(JSONObject(many.map { ($0.name, $0.value) }.dropLast()))
        #expect(most.object.count == 1024)
        #expect(throws: FieldProblem.Rule.self) { try most.merging(["one more": 1]) }
    }

    @Test(arguments: [("é", 1, ""), ("é", 2, "é"), ("abc", 2, "ab"), ("a\u{301}\u{301}", 3, "a\u{301}"), ("👩‍👩‍👧", 5, "👩")])
    func `a text is cut between scalars, by its bytes`(_ text: String, _ bytes: Int, _ beginning: String) {
        #expect(Array(text.beginning(ofBytes: bytes).unicodeScalars) == Array(beginning.unicodeScalars))
    }

    @Test func `a change by the backend creates a version too, and an empty change creates none`() throws {
        let same = ada.with(updatedAt: Timestamp(milliseconds: 5)).recorded(after: ada)
        let banned = ada.with(.init(state: .disabled), updatedAt: ada.updatedAt).recorded(after: ada)

        #expect(same.history.version == 0 && banned.history.version == 1)
    }
}
