import Domain
import Foundation

/// Stores all data about Apple.
public typealias AppleStores = AppleStore & AppleRevocationStore & AppleCheckStore & AppleNoticeStore & AppleFlowStore
