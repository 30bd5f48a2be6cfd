extension String {
    /// As many whole Unicode scalars of the beginning as fit into so many bytes of UTF-8: one character has no end of
    /// marks upon it.
    public func beginning(ofBytes maximum: Int) -> String {
        guard utf8.count > maximum else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: maximum)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end])
    }
}
