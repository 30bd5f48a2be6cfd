import GRDB
import GRDBSQLite
import Synchronization

/// A statement was interrupted: its task was cancelled, or it reached its time limit. Only the task knows which.
struct Interrupted: Error {}
