import Domain

/// What the areas contribute to the description of the API.
package struct APIDescription: Sendable {
    let operations: [APIOperation]
    let errors: ErrorResponses
    let cookies: SecurityScheme.Cookies
    /// The public address.
    let address: PublicAddress

    package init(
        operations: [APIOperation],
        errors: ErrorResponses,
        cookies: SecurityScheme.Cookies,
        address: PublicAddress
    ) {
        self.operations = operations
        self.errors = errors
        self.cookies = cookies
        self.address = address
    }
}
