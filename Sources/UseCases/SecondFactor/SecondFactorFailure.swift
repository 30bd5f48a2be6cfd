import Crypto
import Domain
import Foundation

/// Distinguishes why a second-factor code is rejected.
public enum SecondFactorFailure {
    /// One sentence for a wrong code, a used one and one of another time step, so that an attacker learns nothing.
    public static let sentence =
        "This code is wrong. Enter the one that your app shows now, or an unused recovery code."
    /// The maximum length exceeds both kinds of code, to allow spaces and hyphens.
    public static let codeMaximumLength = 40
}
