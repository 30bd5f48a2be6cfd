extension String {
    /// Returns as many whole Unicode scalars of the beginning as fit into `maximum` bytes of UTF-8: one character can
    /// have any number of combining marks.
    public func beginning(ofBytes maximum: Int) -> String {
        guard utf8.count > maximum else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: maximum)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end])
    }

    /// Returns whether the text has at most so many Unicode scalars. Takes time by its bytes: the number of characters
    /// (`count`) takes far longer, because it looks for their boundaries.
    public func hasScalars(atMost maximum: Int) -> Bool {
        utf8.count <= maximum || utf8.count / 4 <= maximum && unicodeScalars.count <= maximum
    }
}
