import Base

/// Why a remote store did not do what it was asked.
package struct RemoteError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// No server, no answer, or none in time.
    case unavailable
    /// One whose certificate cannot be checked.
    case untrusted
    /// It knows us too little, or allows us too little.
    case denied
    /// It asks for patience.
    case busy
    /// What it says is no answer to what was asked.
    case broken
    /// It lacks what it had a moment ago.
    case forgetful
    /// What is asked for cannot be said in its words, or is more than anybody should ask for.
    case unsuitable
    /// We were asked to stop.
    case stopped
  }

  package let kind: Kind
  package let reason: String
  /// How long it asks us to wait.
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

  /// What a status means that is none of those that were hoped for.
  init(status response: HTTPResponse) {
    let said = response.excerpt.isEmpty ? "" : ": \(response.excerpt)"
    let reason = "it answers \(response.status)\(said)"
    switch response.status {
    case 401, 403, 407: self.init(.denied, reason)
    case 300..<400:
      self.init(
        .broken,
        "it answers \(response.status) and points at \(response["Location"] ?? "nowhere"), "
          + "which is not followed: the address has to be that of the cache itself")
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
