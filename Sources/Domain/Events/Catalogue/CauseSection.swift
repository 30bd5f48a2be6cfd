/// A part of the catalogue of causes.
public enum CauseSection: String, Sendable, CaseIterable, Hashable {
    case sheet, device, network, apple, account, server, keychain
    case cloudKit = "cloudkit"
    /// What only the server sees: contradictions, and rates that rise.
    case detector
    case other

    /// The entries, in the order in which they are listed.
    public var entries: [CauseEntry] {
        switch self {
        case .sheet: SheetEntries.all
        case .device: DeviceEntries.all
        case .network: NetworkEntries.all
        case .apple: AppleEntries.all
        case .account: AccountEntries.all
        case .server: ServerEntries.all
        case .keychain: KeychainEntries.all
        case .cloudKit: CloudKitEntries.all
        case .detector: DetectorEntries.all
        case .other: OtherEntries.all
        }
    }
}
