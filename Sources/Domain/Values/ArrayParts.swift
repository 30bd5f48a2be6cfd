extension Array {
    /// Returns the elements in their order, some at a time.
    /// - Parameter size: the greatest number of elements of a part.
    public func parts(of size: Int) -> some Sequence<ArraySlice<Element>> {
        stride(from: 0, to: count, by: size).lazy.map { self[$0..<Swift.min($0 + size, count)] }
    }
}
