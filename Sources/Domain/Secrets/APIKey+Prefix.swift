extension APIKey.Kind {
    /// The prefix of every key of this kind.
    public var prefix: Credential.Prefix {
        switch self {
        case .publishable: .publishableKey
        case .ingest: .ingestKey
        case .secret: .secretKey
        }
    }
}
