import ConsoleKit
import WebCore

extension ConsoleFeature {
    static let secondFactor = ConsoleFeature(
        views: [SecondFactorView.self, RecoveryCodesView.self, ProofView.self]
    )
}
