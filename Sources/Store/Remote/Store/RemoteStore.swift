package import Base

/// The reason why a request to a remote store failed.
package struct RemoteError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// There is no server, or no answer in time.
    case unavailable
    /// The server's certificate cannot be verified.
    case untrusted
    /// The server requires a credential, or denies the request.
    case denied
    /// The server asks to try again later.
    case busy
    /// The answer does not fit the request.
    case broken
    /// The server lacks something that it had a moment ago.
    case forgetful
    /// The request cannot be expressed in the protocol, or is too large.
    case unsuitable
    /// The caller asked to stop.
    case stopped
  }

  package let kind: Kind
  package let reason: String
  /// The time that the server asks to wait.
  package let patience: Duration?

  package init(_ kind: Kind, _ reason: String, patience: Duration? = nil) {
    self.kind = kind
    self.reason = Text.escapingControls(reason)
    self.patience = patience
  }

  init(_ error: HTTPError) {
    switch error.kind {
    case .unusable, .unreachable, .timedOut: self.init(.unavailable, error.reason)
    case .untrusted: self.init(.untrusted, error.reason)
    case .broken, .tooLong: self.init(.broken, error.reason)
    case .stopped: self.init(.stopped, error.reason)
    }
  }

  /// Makes the error for a status that the request did not expect.
  init(status response: HTTPResponse) {
    let said = response.excerpt.isEmpty ? "" : ": \(response.excerpt)"
    let reason = "it answers \(response.status)\(said)"
    switch response.status {
    case 401, 403, 407: self.init(.denied, reason)
    case 300..<400:
      self.init(
        .broken,
        "it answers \(response.status) and redirects to \(response["Location"] ?? "nowhere"), "
          + "which Ambit does not follow: name the address of the cache itself")
    case 408, 425, 429, 500, 502, 503, 504:
      let seconds = response["Retry-After"].flatMap { Int($0) }
      self.init(.busy, reason, patience: seconds.map { .seconds(min(max($0, 0), 3600)) })
    default: self.init(.broken, reason)
    }
  }
}

extension HTTPClient {
  func answer(
    to request: HTTPRequest, _ watch: HTTPWatch = HTTPWatch()
  ) throws(RemoteError) -> HTTPResponse {
    do throws(HTTPError) {
      return try send(request, watch)
    } catch {
      throw RemoteError(error)
    }
  }
}

/// Blobs by their digest and records by a key, on another machine. Anybody may have written them. The caller compares
/// blobs with their digests and records with their seals.
package protocol RemoteStore: Sendable {
  /// Returns nil when there is no record.
  func record(_ key: SHA256Digest, in namespace: Namespace) throws(RemoteError) -> ActionResult?
  /// Writes a record. The server must have all blobs that it needs.
  func setRecord(_ result: ActionResult, for key: SHA256Digest, in namespace: Namespace) throws(RemoteError)

  /// Returns the blobs that the server lacks.
  func missing(_ blobs: [ContentDigest], in namespace: Namespace) throws(RemoteError) -> Set<ContentDigest>
  /// Returns nil when the server does not have the blob.
  func read(_ blob: ContentDigest, in namespace: Namespace) throws(RemoteError) -> [UInt8]?
  func write(_ bytes: [UInt8], as blob: ContentDigest, in namespace: Namespace) throws(RemoteError)

  /// Reads many short blobs at once, where the server can. Returns the blobs that it has.
  func readShort(
    _ blobs: [ContentDigest], in namespace: Namespace
  ) throws(RemoteError) -> [ContentDigest: [UInt8]]
  func writeShort(_ blobs: [ContentDigest: [UInt8]], in namespace: Namespace) throws(RemoteError)
  /// The length of the longest short blob, or 0 when none counts as short.
  var longestShort: Int { get }
  /// True when the server wants the contents inside a record as blobs, too.
  var wantsInlineBlobs: Bool { get }

  /// Returns a description of the server for people.
  func introduction(in namespace: Namespace) throws(RemoteError) -> String
  /// Returns the server's time in seconds since 1970, or nil when it does not tell.
  func clock(in namespace: Namespace) throws(RemoteError) -> Int?
}

extension RemoteStore {
  package var longestShort: Int { 0 }
  package var wantsInlineBlobs: Bool { false }
  package func clock(in _: Namespace) throws(RemoteError) -> Int? { nil }

  package func readShort(
    _ blobs: [ContentDigest], in namespace: Namespace
  ) throws(RemoteError) -> [ContentDigest: [UInt8]] {
    var found: [ContentDigest: [UInt8]] = [:]
    for blob in blobs { found[blob] = try read(blob, in: namespace) }
    return found
  }

  package func writeShort(
    _ blobs: [ContentDigest: [UInt8]], in namespace: Namespace
  ) throws(RemoteError) {
    for (blob, bytes) in blobs { try write(bytes, as: blob, in: namespace) }
  }
}

/// Limits for every transport.
enum RemoteLimits {
  static let longestRecord = 16 << 20
}
