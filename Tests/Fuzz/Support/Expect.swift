/// Ends the program, which libFuzzer reports with the input, when a promise does not hold.
func expect(_ condition: Bool, _ promise: @autoclosure () -> String) {
    if !condition { fatalError("Broken: \(promise())") }
}

/// Calls the target with the bytes that libFuzzer chose.
func run(_ start: UnsafePointer<UInt8>?, _ count: Int, _ target: ([UInt8]) -> Void) -> CInt {
    target(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
