/// Reads and changes one setting by values that every layer can encode.
public struct SettingAccess<Value: Sendable>: Sendable {
    public let get: @Sendable (TenantSettings) -> Value
    /// Returns the change to a value; nil for a value that the setting does not know.
    public let edit: @Sendable (Value) -> SettingEdit?

    init(_ path: any WritableKeyPath<TenantSettings, Value> & Sendable) {
        self.init(path, encode: { $0 }, decode: { $0 })
    }

    init<Stored: Sendable>(
        _ path: any WritableKeyPath<TenantSettings, Stored> & Sendable,
        encode: @escaping @Sendable (Stored) -> Value,
        decode: @escaping @Sendable (Value) -> Stored?
    ) {
        get = { encode($0[keyPath: path]) }
        edit = { value -> SettingEdit? in
            guard let decoded = decode(value) else { return nil }
            return { settings in settings[keyPath: path] = decoded }
        }
    }
}
