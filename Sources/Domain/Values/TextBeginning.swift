extension String {
    /// Returns as many whole Unicode scalars of the beginning as fit into `maximum` bytes of UTF-8: one character can
    /// have any number of combining marks.
    public func beginning(ofBytes maximum: Int) -> String {
        guard utf8.count > maximum else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: maximum)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end])
    }

    /// Returns the longest beginning that has at most so many Unicode scalars and ends between two characters. It is
    /// empty when the first character alone has more.
    public func beginning(ofScalars maximum: Int) -> String {
        guard !hasScalars(atMost: maximum) else { return self }
        var end = unicodeScalars.index(unicodeScalars.startIndex, offsetBy: maximum)
        while String.Index(end, within: self) == nil { end = unicodeScalars.index(before: end) }
        return String(self[..<end])
    }

    /// Returns whether the text has at most so many Unicode scalars. Takes time by its bytes: the number of characters
    /// (`count`) takes far longer, because it looks for their boundaries.
    public func hasScalars(atMost maximum: Int) -> Bool {
        utf8.count <= maximum || utf8.count / 4 <= maximum && unicodeScalars.count <= maximum
    }
}
