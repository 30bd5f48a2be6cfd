import Database
import UseCases

/// One row of `second_factors`.
enum SecondFactorRow {
    /// The recovery codes are deleted with the row.
    /// - Returns: whether the account had a second factor.
    @discardableResult
    static func remove(of account: ConsoleAccount, _ transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute(
            "DELETE FROM second_factors WHERE tenant_id = \(account.tenant) AND account_id = \(account.id)"
        ) == 1
    }
}
