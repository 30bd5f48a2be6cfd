import Synchronization

/// Keeps public content that costs something to make. It never changes, and there are few keys.
package final class PublicContentCache<Key: Hashable & Sendable>: Sendable {
    private let contents = Mutex<[Key: PublicContent]>([:])

    package init() {}

    package func content(_ key: Key, make: () -> PublicContent) -> PublicContent {
        if let content = contents.withLock({ $0[key] }) { return content }
        let content = make()
        contents.withLock { $0[key] = content }
        return content
    }
}
