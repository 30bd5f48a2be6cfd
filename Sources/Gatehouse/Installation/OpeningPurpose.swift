/// Says what an opened data folder is used for, and so what opening it may do.
struct OpeningPurpose {
    /// Creates the folder, the root key and the databases when there are none.
    let mayCreate: Bool
    /// Creates a missing events database also where one existed before.
    let makesEvents: Bool
    /// Opens the folder also after an unfinished restore.
    let finishesRestore: Bool

    init(mayCreate: Bool, makesEvents: Bool = false, finishesRestore: Bool = false) {
        self.mayCreate = mayCreate
        self.makesEvents = makesEvents
        self.finishesRestore = finishesRestore
    }
}
