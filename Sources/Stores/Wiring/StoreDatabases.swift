import Database

/// The two databases of an installation, with the reports of their failures for the log.
public struct StoreDatabases: Sendable {
    let control: StoreAccess
    let events: StoreAccess

    /// - Parameters:
    ///   - report: called once with every failure of a database.
    ///   - reportOfEvents: called instead for failures of the events database.
    public init(
        control: any Database,
        events: any Database,
        reportOfEvents: (@Sendable (DatabaseError) -> Void)? = nil,
        report: @escaping @Sendable (DatabaseError) -> Void
    ) {
        self.control = StoreAccess(database: control, report: report)
        self.events = StoreAccess(database: events, report: reportOfEvents ?? report)
    }
}
