import Domain
import Foundation

/// An event with the forms in which its subject may be stored.
public struct AppleAccountChange: Sendable {
    public let event: AppleAccountEvent
    public let subjects: [String]

    public init(event: AppleAccountEvent, subjects: [String]) {
        self.event = event
        self.subjects = subjects
    }
}
