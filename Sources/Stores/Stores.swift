import Database
import Domain
import UseCases

extension StoreSet {
    /// Every store, over the two databases of an installation.
    public static func over(control: any Database, events: any Database, chain: AuditChain) -> StoreSet {
        fatalError("unfinished")
    }
}
