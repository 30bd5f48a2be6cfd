@testable import Ingest

/// A compressed body. The first byte chooses the form, and whether the rest is the body itself or a text that is packed and
/// then damaged: the second byte is the place, the third the change.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    run(start, count) { input in
        guard input.count > 3 else { return }
        let packing = Packing.builtIn[Int(input[0] & 0x7F) % Packing.builtIn.count]
        guard let coding = ContentCoding(field: packing.contentEncoding), let decoder = ContentDecoder(coding) else {
            fatalError("\(packing) is built in")
        }
        let rest = Array(input.dropFirst(3))
        guard input[0] & 0x80 != 0 else { return check(rest, decoder) }
        var body = packing.pack(rest)
        expect(result(body, decoder) == .success(rest), "\(packing) unpacks to what was packed")
        body[Int(input[1]) * body.count / 256] ^= input[2]
        check(body, decoder)
    }
}

/// Beyond the size up to which any ratio is allowed.
private let maximumBytes = 5 << 18

private func check(_ body: [UInt8], _ decoder: ContentDecoder) {
    let whole = result(body, decoder)
    if case .success(let unpacked) = whole {
        let maximum = decoder.maximumUnpacked(of: body.count, maximumBytes: maximumBytes)
        expect(unpacked.count <= maximum, "the output is limited")
    }
    expect(body.withUnsafeBytes { decoder.memoryBytes(for: $0) } <= 32 << 20, "the memory of a decoder is limited")
    // Cut, the ratio may be exceeded earlier, before the rest of the input is known.
    let cut = resultOfBytes(body, decoder)
    expect(isBomb(cut) || cut == whole || isBomb(whole), "\(cut) is \(whole)")
}

private func isBomb(_ result: Result<[UInt8], InflateError>) -> Bool {
    switch result {
    case .failure(.tooLarge), .failure(.ratioTooHigh): true
    default: false
    }
}

private func result(_ body: [UInt8], _ decoder: ContentDecoder) -> Result<[UInt8], InflateError> {
    outcome { try body.withUnsafeBytes { try decoder.decode($0, maximumBytes: maximumBytes) } }
}

/// Unpacks the body byte by byte.
private func resultOfBytes(_ body: [UInt8], _ decoder: ContentDecoder) -> Result<[UInt8], InflateError> {
    guard let decompressor = decoder.coding.decompressor else { return .failure(.malformed) }
    return outcome {
        let inflator = Inflator(decompressor.init(), maximumBytes: maximumBytes)
        var output: [UInt8] = []
        for place in body.indices {
            try body[place...place].withUnsafeBytes { try inflator.inflate($0, into: &output) }
        }
        try inflator.finish()
        return output
    }
}

private func outcome(_ unpack: () throws -> [UInt8]) -> Result<[UInt8], InflateError> {
    do { return .success(try unpack()) } catch let error as InflateError { return .failure(error) } catch {
        fatalError("\(error) is no error of a decoder")
    }
}
