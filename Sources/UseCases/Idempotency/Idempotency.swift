import Crypto
import Domain
import Foundation

/// Answers a repeated write with the response of the first (draft-ietf-httpapi-idempotency-key-header).
///
/// A secret that is shown once is not stored. Responses can hold personal data, so they are sealed with a key that also
/// needs the client's own key text; they are deleted when the user who made the request is disabled, demoted or
/// deleted, or their key is revoked.
public struct Idempotency: Sendable {
    public static let keyLengths = 1...255
    public static let lifetime = Duration.hours(24)
    /// A first request that has not ended after this has died.
    static let staleAfter = Duration.minutes(2)
    /// The suffix of the status of a response that is stored without its body.
    private static let withheldMark = " withheld"

    let store: any IdempotencyStore
    let root: SymmetricKey
    let now: @Sendable () -> Timestamp

    init(store: any IdempotencyStore, root: RootKey, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
        self.root = root.derived(for: .idempotency)
    }

    /// Runs `work`, or returns its stored response, without secrets that are shown once. A response to an error of the
    /// server is not stored. The caller has checked before that the client may make the request.
    /// - Parameters:
    ///   - key: the client's idempotency key.
    ///   - request: method, path and body, which a repeat must match.
    public func once(
        _ key: String,
        request: Data,
        access: Access,
        work: () async throws -> RememberedAnswer
    ) async throws -> RememberedAnswer {
        let seal = sealingKey(key, access)
        let name = Data(SHA256.hash(data: seal.withUnsafeBytes { Data($0) }))
        let print = Data(SHA256.hash(data: request))
        let now = now()
        let claim = try await store.claim(
            IdempotentRequest(key: name, content: print, principal: access.principal.kind.id),
            staleBefore: now - Self.staleAfter,
            in: ActionContext(access.tenant, at: now)
        )
        if case .done(let sealed) = claim { return try open(sealed, seal) }
        let mark = IdempotencyMark(tenant: access.tenant, key: name, claimedAt: now)
        let answer: RememberedAnswer
        do {
            answer = try await IdempotencyMark.$current.withValue(mark) { try await work() }
        } catch {
            await giveBack(mark)
            throw error
        }
        if answer.status >= 500 { await giveBack(mark) } else { await keep(answer, seal, mark) }
        return answer
    }

    /// A claim that cannot be released soon expires.
    private func giveBack(_ mark: IdempotencyMark) async { try? await store.forget(mark) }

    /// The work is done, so its response is returned whether it can be stored or not. A repeat that finds none gets an
    /// error that says so.
    private func keep(_ answer: RememberedAnswer, _ seal: SymmetricKey, _ mark: IdempotencyMark) async {
        guard let sealed = try? close(answer.withoutSecrets(), seal) else { return }
        try? await store.remember(mark, answer: sealed)
    }

    private func sealingKey(_ key: String, _ access: Access) -> SymmetricKey {
        var code = HMAC<SHA256>(key: root)
        code.update(data: access.tenant.uuid.bytes)
        code.update(data: Data(access.principal.kind.name.utf8))
        code.update(data: Data((access.principal.kind.id?.uuidString ?? "").utf8))
        code.update(data: Data(key.utf8))
        return SymmetricKey(data: Data(code.finalize()))
    }

    private func close(_ answer: RememberedAnswer, _ key: SymmetricKey) throws -> Data {
        let mark = answer.isWithheld ? Self.withheldMark : ""
        let head = Data("\(answer.status)\(mark)\n\(answer.contentType)\n\(answer.location ?? "")\n".utf8)
        guard let sealed = try AES.GCM.seal(head + answer.body, using: key).combined else {
            throw DomainError.unavailable(retryAfter: .seconds(1))
        }
        return sealed
    }

    private func open(_ sealed: Data, _ key: SymmetricKey) throws -> RememberedAnswer {
        let plain = try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key)
        let parts = plain.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        let head = parts.prefix(3).compactMap { String(validating: $0, as: UTF8.self) }
        let isWithheld = head.first?.hasSuffix(Self.withheldMark) ?? false
        guard parts.count == 4, head.count == 3,
            let status = Int(isWithheld ? String(head[0].dropLast(Self.withheldMark.count)) : head[0])
        else { throw DomainError.unavailable(retryAfter: .seconds(1)) }
        return RememberedAnswer(
            status: status,
            contentType: head[1],
            location: head[2].isEmpty ? nil : head[2],
            body: Data(parts[3]),
            isWithheld: isWithheld
        )
    }
}

/// The write with an idempotency key that runs now.
///
/// The write records in its own transaction that it was done, so that no later failure can lead to doing it twice.
public struct IdempotencyMark: Sendable, Hashable {
    /// Set while the work of such a write runs.
    @TaskLocal public static var current: IdempotencyMark?

    public let tenant: Tenant.ID
    public let key: Data
    /// Distinguishes this claim from a later one that another request makes after this one is released.
    public let claimedAt: Timestamp
}

/// Stores idempotency keys.
public protocol IdempotencyStore: Sendable {
    /// - Throws: `.conflict(.idempotencyKeyReused)` for another request, `.conflict(.idempotencyInProgress)`, and
    ///   `.conflict(.idempotencyAnswerLost)` when it was done, but its response was not stored.
    func claim(
        _ request: IdempotentRequest,
        staleBefore: Timestamp,
        in context: ActionContext
    ) async throws(DomainError) -> IdempotencyClaim
    func remember(_ mark: IdempotencyMark, answer: Data) async throws(DomainError)
    /// Releases a claim; one whose work has changed data stays.
    func forget(_ mark: IdempotencyMark) async throws(DomainError)
    /// Deletes keys older than `cutoff`; at most `limit`.
    func forget(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int
}

/// The state of an idempotency key.
public enum IdempotencyClaim: Sendable {
    /// The key is new: do the work, then store the response, or delete the key when the work failed.
    case first
    /// The work was done before; the sealed response.
    case done(Data)
}

/// A request that is to be done once.
public struct IdempotentRequest: Sendable {
    /// The hash of the idempotency key.
    public let key: Data
    /// The hash of method, path and body, which a repeat must match.
    public let content: Data
    public let principal: UUID?
}
