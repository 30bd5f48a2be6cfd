import StrictJSON

extension OTLPScope {
    /// - Parameter bytes: a message `InstrumentationScope`.
    init(protobuf bytes: [UInt8]) throws(ItemError) {
        let path = "scope"
        let scope = try ProtoInstrumentationScope(.scope, bytes, in: bytes.indices, path: path)
        self.init(
            name: try scope.name.streamSafe(path),
            version: try scope.version.streamSafe(path),
            attributes: try JSONObject(scope.attributes, path: path)
        )
    }
}
