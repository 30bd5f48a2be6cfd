import Foundation
import Testing

@testable import Gatehouse

@Suite struct RootKeyFileTests {
    @Test func `a new root key is the owner's alone and is read back`() throws {
        let folder = try TemporaryFolder()
        let file = RootKeyFile(url: folder.url.appending(path: "root.key"))

        try file.create { Array(repeating: 7, count: $0) }

        #expect(file.problem() == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        _ = try file.load()
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o666])
    func `a root key that others can read is rejected with the correction`(mode: Int) throws {
        let folder = try TemporaryFolder()
        let file = RootKeyFile(url: folder.url.appending(path: "root.key"))
        try file.create { Array(repeating: 7, count: $0) }

        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.url.path)

        let failure = #expect(throws: CommandFailure.self) { try file.load() }
        #expect(try #require(failure).sentences.joined().contains("chmod 600"))
    }

    @Test func `a root key that was cut short is refused`() throws {
        let folder = try TemporaryFolder()
        let file = RootKeyFile(url: folder.url.appending(path: "root.key"))

        try DurableFile.write(Data(repeating: 1, count: 31), to: file.url)

        #expect(file.problem() == .wrongLength(31))
        #expect(throws: CommandFailure.self) { try file.load() }
    }

    @Test func `no new root key is created for existing databases`() async throws {
        let folder = try TemporaryFolder()
        let settings = try Settings.forTest(in: folder)
        let runner = CommandRunner(settings: settings)
        _ = try await runner.createTenant("acme")
        let key = DataFolder(url: settings.storage.data).rootKey
        try FileManager.default.removeItem(at: key)

        let failure = await #expect(throws: CommandFailure.self) { try await runner.perform(ListTenants()) }

        #expect(try #require(failure).code == "root_key")
        #expect(!FileManager.default.fileExists(atPath: key.path))
    }
}

@Suite struct DurableFileTests {
    @Test func `a file is replaced whole and leaves nothing beside it`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "address")

        try DurableFile.write(Data("one".utf8), to: file)
        try DurableFile.write(Data("two".utf8), to: file)

        #expect(try String(contentsOf: file, encoding: .utf8) == "two")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["address"])
    }

    @Test func `a missing folder is reported`() {
        let failure = #expect(throws: DurableFile.Failure.self) {
            try DurableFile.write(Data(), to: URL(filePath: "/nowhere/file"))
        }
        #expect(failure?.description.contains("/nowhere/file") == true)
    }
}
