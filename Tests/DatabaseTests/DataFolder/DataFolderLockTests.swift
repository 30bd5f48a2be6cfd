import Database
import Foundation
import Testing

@Suite struct DataFolderLockTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a second holder is refused with a sentence that helps`() throws {
        let first = try DataFolderLock(folder: folder.url)

        #expect { try DataFolderLock(folder: folder.url) } throws: { error in
            guard let error = error as? DatabaseError else { return false }
            return error.kind == .locked
                && error.detail == """
                    Another Gatehouse (process \(ProcessInfo.processInfo.processIdentifier)) is using the data folder \
                    \(folder.url.path); stop it first, or name another folder with GATEHOUSE_DATA.
                    """
        }
        withExtendedLifetime(first) {}
    }

    @Test func `a folder is free again once its holder is gone`() throws {
        var first: DataFolderLock? = try DataFolderLock(folder: folder.url)
        withExtendedLifetime(first) {}
        first = nil

        #expect(throws: Never.self) { try DataFolderLock(folder: folder.url) }
        #expect(first == nil)
    }
}
