import GRDB
import GRDBSQLite

/// A statement was interrupted: its task was cancelled, or it reached its time limit. Only the task knows which.
struct Interrupted: Error {}
