/// How a PostgreSQL server is used. The defaults are those of the running service.
public struct PostgresOptions: Sendable {
    /// `postgres://user:password@host:port/database?sslmode=…`, as libpq reads it (PostgreSQL manual §34.1.1); several
    /// hosts with `target_session_attrs=read-write` find the primary.
    public var url: String
    /// The schema with our tables: `control` or `events`.
    public var schema: String
    /// What the session becomes after it has logged in; nil to stay as it is. The rights of `gatehouse_app` are those
    /// of the service.
    public var role: String?
    /// Shown in `pg_stat_activity`.
    public var applicationName = "gatehouse"
    /// Open connections of this process to this schema, at most.
    public var connections = 8
    /// Requests that wait for a connection, at most.
    public var waiting = 1000
    /// How long a request waits for a connection.
    public var patience: Duration = .seconds(1)
    /// For one host of the address; libpq waits two seconds at least.
    public var connectLimit: Duration = .seconds(3)
    /// Of one statement.
    public var statementLimit: Duration = .seconds(2)
    /// Of all statements of a list together.
    public var listLimit: Duration = .seconds(2)
    /// How long a statement waits for another one's lock.
    public var lockLimit: Duration = .seconds(1)
    /// How long the server may be silent beyond the limit of a statement until the connection is given up.
    public var silenceLimit: Duration = .seconds(1)
    /// How long a transaction may do nothing until the server ends it.
    public var idleLimit: Duration = .seconds(5)
    /// Takes the condition on the tenant out of every statement of a transaction for one tenant, to see what row-level
    /// security does alone: for tests.
    public var ignoresTenantConditions = false

    public init(url: String, schema: String) {
        self.url = url
        self.schema = schema
    }
}
