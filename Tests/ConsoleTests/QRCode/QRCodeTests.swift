import Testing

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI

@Suite struct QRCodeTests {
    /// Read back by zxing-cpp as `HELLO` at level M.
    private static let hello = """
        #######.##.#..#######
        #.....#..##.#.#.....#
        #.###.#..####.#.###.#
        #.###.#.#..#..#.###.#
        #.###.#.#...#.#.###.#
        #.....#.#.##..#.....#
        #######.#.#.#.#######
        ........#####........
        #...#.######.#####..#
        ...###..#.###..#.####
        #.##..#.#.##..###..#.
        ###..#...#...##.#....
        ..#.###..#..###...##.
        ........###.###..#.##
        #######.##..##...#.#.
        #.....#....##..#...#.
        #.###.#.#..#..###.#.#
        #.###.#....##....#.##
        #.###.#..###..####...
        #.....#..#...##......
        #######.#...#####.#.#
        """

    @Test func `a code is the one that readers have read`() throws {
        let code = try #require(QRCode("HELLO"))

        let rows = (0..<code.size).map { y in String((0..<code.size).map { code.isDark($0, y) ? "#" : "." }) }

        #expect(rows.joined(separator: "\n") == Self.hello)
    }

    @Test(arguments: [
        (0, 21), (14, 21), (15, 25), (106, 41), (107, 45), (122, 45), (123, 49), (180, 53), (181, 57), (213, 57),
    ])
    func `a code is as large as its text needs`(bytes: Int, size: Int) {
        #expect(QRCode(String(repeating: "a", count: bytes))?.size == size)
    }

    @Test func `what does not fit has no code`() {
        #expect(QRCode(String(repeating: "a", count: 214)) == nil)
    }

    /// ISO/IEC 18004, annex I: the data of `01234567` in version 1-M and its error correction.
    @Test func `error correction is that of the standard`() {
        let data: [UInt8] = [16, 32, 12, 86, 97, 128, 236, 17, 236, 17, 236, 17, 236, 17, 236, 17]

        #expect(ReedSolomon.remainder(of: data, degree: 10) == [165, 36, 212, 193, 237, 54, 199, 135, 44, 85])
    }
}
