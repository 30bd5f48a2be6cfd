extension String {
    /// Returns as many whole Unicode scalars of the beginning as fit into `maximum` bytes of UTF-8: one character can
    /// have any number of combining marks.
    public func beginning(ofBytes maximum: Int) -> String {
        guard utf8.count > maximum else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: maximum)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end])
    }
}
