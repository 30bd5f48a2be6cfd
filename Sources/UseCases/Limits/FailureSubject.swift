/// Names the subjects of failures in a row.
public enum FailureSubject {
    /// The number of leading bytes that are equal for all keys of one tenant, or of the console.
    public static let commonBytes = 8
}
