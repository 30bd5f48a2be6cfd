import SwiftProtobuf

extension Message {
    /// Decodes a message that was checked (`ProtobufMessage.check`). Unknown fields are skipped.
    /// - Throws: `invalid_protobuf`
    init(checked bytes: [UInt8], path: String) throws(ItemError) {
        var options = BinaryDecodingOptions()
        options.messageDepthLimit = ProtobufMessage.maximumDepth + 1
        options.discardUnknownFields = true
        do { try self.init(serializedBytes: bytes, options: options) } catch {
            throw ItemError(code: "invalid_protobuf", message: "\(path) has a value that is not of its field’s type.")
        }
    }

    /// Checks and decodes the message at a place of the bytes.
    /// - Throws: `invalid_protobuf`, `too_large`
    init(_ kind: ProtobufMessage, _ bytes: [UInt8], in range: Range<Int>, path: String) throws(ItemError) {
        try kind.check(bytes, in: range, path: path)
        try self.init(checked: Array(bytes[range]), path: path)
    }
}
