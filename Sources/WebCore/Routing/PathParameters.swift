import Domain
import Hummingbird

extension RequestContext {
    /// Reads an id from the path. Text that is not an id names nothing, so it is *not found* like an unknown id.
    /// - Throws: `.notFound(subject)`.
    package func id<ID: LosslessStringConvertible>(
        _ name: String,
        of subject: DomainError.Subject,
        as _: ID.Type = ID.self
    )
        throws(DomainError) -> ID
    {
        guard let text = parameters.get(name), let id = ID(text) else { throw .notFound(subject) }
        return id
    }
}
