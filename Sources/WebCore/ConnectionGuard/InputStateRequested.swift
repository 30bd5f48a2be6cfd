/// Asks the guard of a connection to say whether its client has closed its side: see `ConnectionTasks.inputEnded`.
struct InputStateRequested: Sendable {}
