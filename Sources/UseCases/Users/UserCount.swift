import Domain
import Foundation

/// The number of users; exact unless a search makes counting expensive.
public enum UserCount: Sendable, Hashable {
    case exactly(Int)
    case moreThan(Int)
}
