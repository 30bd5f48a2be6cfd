#if PostgreSQL
import Foundation
import Synchronization

/// Relays between a client and a server on loopback, and cuts one connection at the moment that a word is sent.
final class LosingRelay: Sendable {
    private struct State {
        var isArmed = false
        var losses = 0
        var descriptors: Set<Int32> = []
    }

    /// The server's address with the relay's port.
    let url: String
    private let port: UInt16
    private let word: [UInt8]
    private let isPassedOn: Bool
    private let listener: Int32
    private let state = Mutex(State())

    /// - Parameter isPassedOn: whether the server still gets the data with the word.
    init(to address: String, losing word: String, isPassedOn: Bool) throws {
        guard var server = URLComponents(string: address), let port = server.port else { throw POSIXError(.EINVAL) }
        self.port = UInt16(port)
        self.word = Array(word.utf8)
        self.isPassedOn = isPassedOn
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var own = Self.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &own) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        server.host = "127.0.0.1"
        server.port = Int(UInt16(bigEndian: own.sin_port))
        url = "\(server.string ?? "")?sslmode=disable"
        Thread { self.accept() }.start()
    }

    var losses: Int { state.withLock { $0.losses } }

    func loseNext() { state.withLock { $0.isArmed = true } }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        for descriptor in state.withLock({ $0.descriptors }) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    private func accept() {
        while true {
            let client = Foundation.accept(listener, nil, nil)
            guard client >= 0 else { return }
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = Self.loopback(port)
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            state.withLock { $0.descriptors.formUnion([client, server]) }
            guard isConnected else { return end(client, server) }
            Thread { self.pass(from: client, to: server, isWatched: true) }.start()
            Thread { self.pass(from: server, to: client, isWatched: false) }.start()
        }
    }

    private func pass(from source: Int32, to target: Int32, isWatched: Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { return end(source, target) }
            if isWatched, buffer[..<count].contains(word), takesLoss() {
                // First the client, so that no answer gets through. The server reads what was sent before it sees the
                // end.
                shutdown(source, Int32(SHUT_RDWR))
                if isPassedOn { _ = send(target, buffer, count, Int32(MSG_NOSIGNAL)) }
                return end(source, target)
            }
            guard send(target, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return end(source, target) }
        }
    }

    private func takesLoss() -> Bool {
        state.withLock { state in
            guard state.isArmed else { return false }
            state.isArmed = false
            state.losses += 1
            return true
        }
    }

    private func end(_ one: Int32, _ other: Int32) {
        shutdown(one, Int32(SHUT_RDWR))
        shutdown(other, Int32(SHUT_RDWR))
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
#endif
