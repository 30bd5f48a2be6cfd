/// A failure of a delivery whose items were counted.
struct CountedFailure: Error {
    let failure: any Error
}
