/// What the catalogue does not know.
enum OtherEntries {
    static let all: [CauseEntry] = [.entry("unclassified", .failed, fault: .gatehouse, retry: .no, at: [.other])]
}
