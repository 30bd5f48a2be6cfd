extension FailureKey {
    /// Identifies a failure of a tenant: its fingerprint.
    public typealias ID = Identifier<FailureKey>
}
