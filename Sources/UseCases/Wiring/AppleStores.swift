/// Stores all data about Apple.
public typealias AppleStores = AppleAdministrationStore & AppleSignInStore & AppleFlowStore & AppleCheckStore
    & AppleNoticeStore & AppleRevocationStore
