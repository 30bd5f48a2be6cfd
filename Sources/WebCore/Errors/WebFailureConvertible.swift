/// An error of reading a request, with its response.
protocol WebFailureConvertible: Error {
    var webFailure: WebFailure { get }
}
