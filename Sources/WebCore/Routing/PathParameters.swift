import Domain
import Hummingbird

extension RequestContext {
    /// Reads an id from the path, percent-decoded (RFC 3986 §2.1). Text that is not an id names nothing, so it is *not
    /// found* like an unknown id.
    /// - Throws: `.notFound(subject)`.
    package func id<ID: LosslessStringConvertible>(
        _ name: String,
        of subject: DomainError.Subject,
        as _: ID.Type = ID.self
    )
        throws(DomainError) -> ID
    {
        guard let bytes = parameters.get(name).flatMap({ PercentEncoding.decode($0.utf8) }),
            let text = String(validating: bytes, as: UTF8.self), let id = ID(text)
        else { throw .notFound(subject) }
        return id
    }
}
