import Foundation

/// Names the database engine, for the few features in which the engines differ.
public enum DatabaseEngine: String, Sendable {
    case sqlite = "SQLite"
    case postgres = "PostgreSQL"
}
