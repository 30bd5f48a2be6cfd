import Domain

/// What the page of API keys shows: some keys, and the form for a new one.
struct KeyList {
    let keys: Page<APIKey>
    var form = KeyForm()
}
