import Domain
import Synchronization
import UseCases

/// The text catalogues that were read. The files belong to the program and don't change while it runs, and reading them takes longer than opening
/// small databases: a process that opens several installations reads them once.
enum SharedCatalogue {
    private static let read = Mutex<[String: TextCatalogue]>([:])

    static func texts(in folder: String) throws -> TextCatalogue {
        if let known = read.withLock({ $0[folder] }) { return known }
        let catalogue = try TextCatalogue(folder: folder)
        read.withLock { $0[folder] = catalogue }
        return catalogue
    }
}
