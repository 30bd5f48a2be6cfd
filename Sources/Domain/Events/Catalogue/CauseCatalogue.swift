import StrictJSON

/// Every canonical code of an event, with what is known about it.
///
/// The list is closed: each code that `Classifier` assigns has an entry, except codes of second factors that a later
/// GoTrue may add (`mfa.…`), which share one.
public enum CauseCatalogue {
    /// Every entry, section by section.
    public static let entries: [CauseEntry] = CauseSection.allCases.flatMap(\.entries)

    /// - Parameter code: a canonical code, as events have it.
    /// - Returns: nil for a code that this version does not know.
    public static func entry(_ code: String) -> CauseEntry? {
        index[ByteText(code)] ?? (code.hasBytePrefix(secondFactorPrefix) ? index[ByteText(otherSecondFactor)] : nil)
    }

    /// The section that lists an entry.
    public static func section(of entry: CauseEntry) -> CauseSection { sections[ByteText(entry.code)] ?? .other }

    private static let secondFactorPrefix = "mfa."
    private static let otherSecondFactor = "mfa.other"

    private static let index = Dictionary(uniqueKeysWithValues: entries.map { (ByteText($0.code), $0) })
    private static let sections = Dictionary(
        uniqueKeysWithValues: CauseSection.allCases.flatMap { section in
            section.entries.map { (ByteText($0.code), section) }
        }
    )
}

/// The codes that a rule can assign.
extension CauseCatalogue {
    /// All but the codes of unknown errors, and those of contradictions, which only the server finds.
    public static let assignable: [CauseEntry] = entries.filter { entry in
        !Classifier.isUnknown(entry.code) && !entry.code.hasBytePrefix(DetectorCauses.prefix)
    }

    /// - Returns: nil for a code that a rule cannot assign.
    public static func assignable(_ code: String) -> CauseEntry? { assignableByCode[ByteText(code)] }

    private static let assignableByCode = Dictionary(uniqueKeysWithValues: assignable.map { (ByteText($0.code), $0) })
}

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
