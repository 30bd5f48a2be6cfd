import Domain
import Foundation
import NIOCore
import StrictJSON
import Testing

@testable import Gatehouse

struct ControlProtocolTests {
    /// Each command, with the line that goes to the server: a server of another version reads it.
    private static let lines: [(command: any AdministrationCommand, line: String)] = [
        (CreateTenant(slug: "a", name: "A"), #"{"createTenant":{"name":"A","slug":"a"}}"#),
        (ListTenants(), #"{"listTenants":{}}"#),
        (
            CreateKey(tenant: "a", kind: "secret", name: "CI"),
            #"{"createKey":{"kind":"secret","name":"CI","tenant":"a"}}"#
        ),
        (ListKeys(tenant: "a"), #"{"listKeys":{"tenant":"a"}}"#),
        (RevokeKey(tenant: "a", key: "k"), #"{"revokeKey":{"key":"k","tenant":"a"}}"#),
        (ListSigningKeys(tenant: "a"), #"{"listSigningKeys":{"tenant":"a"}}"#),
        (
            RotateSigningKeys(tenant: "a", isLeaked: true),
            #"{"rotateSigningKeys":{"isLeaked":true,"tenant":"a"}}"#
        ),
        (
            SetApple(tenant: "a", team: "t", key: "k", privateKey: nil, clientIDs: ["c"], webClientID: "w"),
            #"{"setApple":{"clientIDs":["c"],"key":"k","team":"t","tenant":"a","webClientID":"w"}}"#
        ),
        (ShowApple(tenant: "a"), #"{"showApple":{"tenant":"a"}}"#),
        (CheckApple(tenant: "a", redirectURI: nil), #"{"checkApple":{"tenant":"a"}}"#),
        (
            CreateOperator(email: "e", name: "n", password: "p"),
            #"{"createOperator":{"email":"e","name":"n","password":"p"}}"#
        ),
        (
            CreateUser(tenant: "a", role: "admin", email: "e", name: "n", password: "p"),
            #"{"createUser":{"email":"e","name":"n","password":"p","role":"admin","tenant":"a"}}"#
        ),
        (
            SetOperatorPassword(email: "e", password: "p"), #"{"setOperatorPassword":{"email":"e","password":"p"}}"#
        ),
        (
            SetPassword(tenant: "a", email: "e", password: "p"),
            #"{"setPassword":{"email":"e","password":"p","tenant":"a"}}"#
        ),
        (RemoveOperator(email: "e"), #"{"removeOperator":{"email":"e"}}"#),
        (ResetSecondFactor(tenant: nil, email: "e"), #"{"resetSecondFactor":{"email":"e"}}"#),
        (
            ImportUsers(tenant: "a", lines: [Data("{}".utf8)], isTrial: false),
            #"{"importUsers":{"isTrial":false,"lines":["e30="],"tenant":"a"}}"#
        ),
        (
            ExportUsers(tenant: "a", after: "u", withPasswords: true),
            #"{"exportUsers":{"after":"u","tenant":"a","withPasswords":true}}"#
        ),
        (Examine(), #"{"examine":{}}"#),
        (BackUp(folder: "/b"), #"{"backUp":{"folder":"/b"}}"#),
    ]

    private func read(_ line: String) throws -> any AdministrationCommand {
        try ControlProtocol.value(ControlProtocol.Request.self, from: ByteBuffer(string: line)).command
    }

    private func written(_ command: some AdministrationCommand) throws -> String {
        let line = try ControlProtocol.line(ControlProtocol.Request(command))
        #expect(line.readableBytesView.last == UInt8(ascii: "\n"))
        // `line` does not sort the members.
        let object = try JSONSerialization.jsonObject(with: Data(line.readableBytesView))
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: object, options: options), as: UTF8.self)
    }

    @Test func `every command is read as it was written`() throws {
        for (command, line) in Self.lines {
            #expect(try written(command) == line)
            let again = try read(line)
            #expect(type(of: again) == type(of: command))
            #expect(try written(again) == line)
        }
    }

    @Test func `every command of the program is among them`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Gatehouse/Administration").standardizedFileURL
        let declared = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).flatMap
        {
            try String(contentsOf: $0, encoding: .utf8).matches(of: #/struct (\w+): (?:Administration|File)Command\b/#)
                .map { String($0.1) }
        }

        #expect(Set(Self.lines.map { "\(type(of: $0.command))" }) == Set(declared))
        #expect(declared.count == Self.lines.count)
    }

    @Test(arguments: [
        #"{"dropTenant":{"slug":"a"}}"#, #"{"CreateTenant":{"slug":"a","name":"A"}}"#,
        #"{"createTenant":{"slug":"a"}}"#,
        #"{"listTenants":{},"examine":{}}"#, "{}", #"["examine"]"#, #"{"request":{"examine":{}}}"#,
        #"{"Request":{}}"#, "",
    ])
    func `an unknown command, a missing member, and two commands at once are rejected`(line: String) {
        #expect(throws: DecodingError.self) { try read(line) }
    }

    @Test func `only the commands that begin an installation create one`() {
        let starting = Self.lines.filter { type(of: $0.command).startsInstallation }

        #expect(starting.map { "\(type(of: $0.command))" } == ["CreateTenant", "CreateOperator"])
    }

    @Test func `a list is read page by page, to its end`() async throws {
        let pages: [String: (item: Int, next: String?)] = ["": (1, "a"), "a": (2, "b"), "b": (3, nil)]

        let all = try await Administration.all { request in
            #expect(request.limit == PageRequest.limits.upperBound)
            let page = try #require(pages[request.cursor?.key ?? ""])
            return Page(items: [page.item], next: page.next.map { Cursor(key: $0, id: []) })
        }

        #expect(all == [1, 2, 3])
    }
}
