import Database
import Foundation
import Synchronization

/// Writes the fixed parts of all statements that stores run to the folder that `GATEHOUSE_TEST_STATEMENTS` names;
/// `scripts/check_statements.py` compares them with the statements of the source, so that one which no test runs is
/// found.
public final class StatementLog: StatementObserver {
    public static let shared = StatementLog()

    private struct State {
        var file: FileHandle?
        /// The addresses of the parts that have been written: a part is a literal of the source.
        var written: Set<UInt> = []
    }

    private let state: Mutex<State>
    private let isOn: Bool

    private init() {
        let folder = ProcessInfo.processInfo.environment["GATEHOUSE_TEST_STATEMENTS"]
        let file = folder.flatMap { folder -> FileHandle? in
            let path = "\(folder)/\(ProcessInfo.processInfo.processIdentifier).statements"
            guard FileManager.default.createFile(atPath: path, contents: nil) else { return nil }
            return FileHandle(forWritingAtPath: path)
        }
        isOn = file != nil
        state = Mutex(State(file: file))
    }

    public func check(_ statement: ObservedStatement) throws {
        guard isOn, case .statement(let sql) = statement.content else { return }
        let parts = sql.pieces.compactMap { if case .text(let part) = $0 { part } else { nil } }
        try state.withLock { state in
            for part in parts where part.hasPointerRepresentation {
                guard state.written.insert(UInt(bitPattern: part.utf8Start)).inserted else { continue }
                try state.file?.write(contentsOf: Data("\(part)\0".utf8))
            }
        }
    }
}
