import Foundation

/// A second factor that is not stored yet.
public struct NewSecondFactor: Sendable {
    public let factor: StoredSecondFactor
    /// The hashes of the recovery codes.
    public let recovery: [Data]
    /// The session in which the factor was set up counts as proven.
    public let proof: SessionProof

    public init(_ factor: StoredSecondFactor, recovery: [Data], proof: SessionProof) {
        self.factor = factor
        self.recovery = recovery
        self.proof = proof
    }
}
