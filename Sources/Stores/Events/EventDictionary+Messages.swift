import Database
import Domain

extension EventDictionary {
    /// - Returns: nil when tenant or client may add no more messages on that day: the error then stays with its event.
    func number(
        of message: EventMessage,
        from source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any WriteTransaction
    ) throws -> Int? {
        let tenant = source.tenant
        let key = MessageKey(tenant: tenant, message: message)
        if let number = delta.messages[key] ?? knownNumber(of: key, at: delta.readAt) { return number }
        let stored = try transaction.row(
            "SELECT id, retired_at FROM messages WHERE tenant_id = \(tenant) AND fingerprint = \(message.fingerprint)"
        )
        if let stored, try DictionaryTable.messages.keep(stored, of: tenant, transaction) {
            let number: Int = try stored.get("id")
            delta.messages[key] = number
            return number
        }
        let left = try room(source, &delta, transaction).messages
        let isAdmitted = growth.admit(
            .message,
            .message(message.fingerprint),
            from: source,
            within: GrowthShares.Limit(granted: Self.messagesPerDay, left: left),
            &delta.growth
        )
        guard isAdmitted else {
            delta.room[source.roomKey]?.leavesMessages = true
            return nil
        }
        delta.room[source.roomKey]?.messages -= 1
        let number = try insert(message, from: source, &delta, transaction)
        delta.messages[key] = number
        return number
    }

    private func insert(
        _ message: EventMessage,
        from source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        let tenant = source.tenant
        let highest: Int =
            try delta.highestMessage[tenant]
            ?? transaction.value("SELECT highest_message FROM event_tenants WHERE number = \(tenant)") ?? 0
        try transaction.execute(
            """
            INSERT INTO messages (tenant_id, id, fingerprint, text, error, created_at)
            VALUES (\(tenant), \(highest + 1), \(message.fingerprint), \(message.text), \(message.error), \(source.receivedAt))
            """
        )
        delta.highestMessage[tenant] = highest + 1
        delta.addedBytes += cost.bytes(ofMessage: message.byteCount)
        return highest + 1
    }
}
