/// Configures the use of a PostgreSQL server. The defaults are those of the running service.
public struct PostgresOptions: Sendable {
    /// `postgres://user:password@host:port/database?sslmode=…`, as libpq reads it (PostgreSQL manual §34.1.1); several
    /// hosts with `target_session_attrs=read-write` find the primary.
    public var url: String
    /// The schema with Gatehouse's tables: `control` or `events`.
    public var schema: String
    /// The role that the session assumes after login; nil to keep the login role. The rights of `gatehouse_app` are
    /// those of the service.
    public var role: String?
    /// The name shown in `pg_stat_activity`.
    public var applicationName = "gatehouse"
    /// The maximum number of open connections of this process to this schema.
    public var connections = 8
    /// The maximum number of requests that wait for a connection.
    public var waiting = 1000
    /// How long a request waits for a connection.
    public var patience: Duration = .seconds(1)
    /// The time limit for one host of the address; libpq waits two seconds at least.
    public var connectLimit: Duration = .seconds(3)
    /// The time limit of one statement.
    public var statementLimit: Duration = .seconds(2)
    /// The time limit of all statements of a list together.
    public var listLimit: Duration = .seconds(2)
    /// How long a statement waits for a lock.
    public var lockLimit: Duration = .seconds(1)
    /// How long the server may not respond beyond the limit of a statement until the connection is closed.
    public var silenceLimit: Duration = .seconds(1)
    /// How long a transaction may be idle until the server ends it.
    public var idleLimit: Duration = .seconds(5)
    /// Removes the tenant condition from every statement of a transaction for one tenant, to test row-level security
    /// alone.
    public var ignoresTenantConditions = false

    public init(url: String, schema: String) {
        self.url = url
        self.schema = schema
    }
}
