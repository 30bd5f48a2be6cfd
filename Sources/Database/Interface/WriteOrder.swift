/// Says how a write is ordered with the other writes of its scope, on all nodes.
public enum WriteOrder: Sendable {
    /// In sequence: data that the body has read is still true when it writes.
    case serial
    /// Beside other concurrent writes, never beside a serial one, so that they share one wait for the disk. For a body
    /// that decides by how many rows one statement changed (compare-and-set), and that changes rows in the same order
    /// as every other such body.
    case concurrent
}
