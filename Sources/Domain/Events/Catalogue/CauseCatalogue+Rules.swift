import StrictJSON

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
