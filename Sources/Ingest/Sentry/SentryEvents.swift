import Domain
import StrictJSON

/// Decodes the wire format of Sentry SDKs.
///
/// - An `event` becomes an event. Its errors, deepest first on the wire, become the error and its chain; an NSError has
///   its domain and code from `mechanism.meta.ns_error`, or the code from the end of its text. Values in tags, extra and
///   contexts with the name of a field (`auth.stage`, `auth.outcome`) are that field. Without them the stage is `other`
///   and the outcome follows from the level: `fatal` and `error` failed, `warning` degraded, every other one info.
/// - A `log` container becomes an event of the category `log` for each record.
/// - `session` and `sessions` become runs of the app, `client_report` the counts of what the client lost.
/// - Every other kind is counted as filtered: comments of users (`feedback`, `user_report`) too, which contain names and
///   addresses.
/// - A payload that cannot be read is rejected alone. When the frames cannot be read, nothing is taken.
/// - An event has the `event_id` of the envelope's header, else of its payload. Without both, and for every log record,
///   the id is derived from the payload, so that a repeated delivery is stored once.
public enum SentryEvents {
    /// How a delivery is written.
    public enum Encoding: Sendable, Hashable {
        case envelope
        /// A bare event, without an envelope.
        case event
    }

    /// Decodes a delivery.
    /// - Parameter dsn: the address in the head of the request; an envelope that names another one is rejected. nil when
    ///   the envelope alone names one.
    public static func decode(
        _ body: [UInt8],
        as encoding: Encoding,
        to dsn: SentryDSN?,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        switch encoding {
        case .envelope: try decodeEnvelope(body, to: dsn, receivedAt: receivedAt)
        case .event: try decodeEvent(body, receivedAt: receivedAt)
        }
    }

    /// Keeps of an envelope what `decode` reads, so that attachments cost no memory.
    /// - Parameter maximumBytes: the limit of what is kept.
    public static func sieve(keeping maximumBytes: Int) -> any BodySieve { SentryEnvelopeSieve(keeping: maximumBytes) }

    /// The longest header of an envelope, in bytes.
    public static let maximumHeaderBytes = SentryEnvelopeReader.maximumHeaderBytes

    /// Reads the DSN in the header of an envelope.
    /// - Parameter beginning: the first bytes of the envelope, at least its header line.
    /// - Returns: nil when there is none, or none that can be read.
    public static func dsn(inHeaderOf beginning: [UInt8]) -> SentryDSN? {
        (try? SentryEnvelopeReader(beginning[...]))?.dsn
    }

    private static func decodeEnvelope(
        _ body: [UInt8],
        to dsn: SentryDSN?,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        var reader = try SentryEnvelopeReader(body[...])
        if let dsn, let named = reader.dsn, named != dsn {
            throw DeliveryError(
                code: "dsn_mismatch",
                sentence: "The envelope names another DSN than the request. Send both with the same one."
            )
        }
        var delivery = SentryDelivery(header: reader.header, size: body.count, receivedAt: receivedAt)
        do throws(DeliveryError) { while let item = try reader.next() { delivery.add(item) } } catch {
            throw error.after(examining: delivery.examined)
        }
        return delivery.delivery
    }

    private static func decodeEvent(_ body: [UInt8], receivedAt: Timestamp) throws(DeliveryError) -> EventDelivery {
        var delivery = SentryDelivery(header: JSONObject(), size: body.count, receivedAt: receivedAt)
        delivery.countExamined()
        do throws(ItemError) { try delivery.addEvent(body[...], at: "The event") } catch {
            throw DeliveryError(code: error.code, sentence: error.message, examined: delivery.examined)
        }
        return delivery.delivery
    }
}

extension SentryEnvelopeReader {
    /// The DSN of the header; one that cannot be read counts as absent.
    fileprivate var dsn: SentryDSN? { header["dsn"]?.stringValue.flatMap { SentryDSN($0) } }
}
