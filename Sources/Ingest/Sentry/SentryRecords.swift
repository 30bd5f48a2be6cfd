/// The records of a container, `{"items": […]}`, as bytes that are not parsed yet.
struct SentryRecords {
    private(set) var all: [ArraySlice<UInt8>] = []
    /// The number of records beyond the maximum.
    private(set) var surplus = 0
    /// The number of records that were found.
    var count: Int { all.count + surplus }
    /// Why there is no list, or no further record can be found.
    private(set) var error: ItemError?

    init(of item: SentryItem, maximumCount: Int) {
        var scan = JSONListScan(item.payload)
        do throws(JSONListScan.Malformed) {
            guard scan.startOfList(named: Self.listName) != nil else { throw JSONListScan.Malformed() }
            while let record = try scan.next() {
                if all.count < maximumCount { all.append(record) } else { surplus += 1 }
            }
        } catch {
            self.error = ItemError(
                code: "invalid_json",
                message: "\(item.path) has no list of items, or it cannot be read after \(count) of them."
            )
        }
    }

    private static let listName = Array("\"items\"".utf8)
}
