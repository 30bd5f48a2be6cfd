import HTTPTypes
import Synchronization

/// There is no room for the rest of a request.
struct BodyBudgetExceeded: Error {}
