import Domain

extension Fields {
    /// Reads `limit` (1…200) and `cursor`, the value of a previous `next_cursor`.
    package mutating func pageRequest() -> PageRequest {
        let limit = optionalInteger("limit", in: PageRequest.limits) ?? PageRequest.defaultLimit
        return PageRequest(limit: limit, cursor: cursor())
    }

    private mutating func cursor() -> Cursor? {
        guard let text = optionalText("cursor", maximum: Cursor.maximumTextLength) else { return nil }
        guard let cursor = Cursor(text: text) else {
            record(
                "cursor",
                .malformed(
                    .localizable(
                        "forms.cursor-unreadable",
                        "Send next_cursor of an earlier answer as it came, or leave this out."
                    )
                )
            )
            return nil
        }
        return cursor
    }
}
