/// A complete response of a server.
package struct HTTPResponse: Sendable {
  package let status: Int
  /// The headers in their order, including those behind the body.
  package let headers: [HTTPRequest.Header]
  package let body: [UInt8]

  package init(status: Int, headers: [HTTPRequest.Header] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package var isSuccess: Bool { (200..<300).contains(status) }

  /// Returns the last header with a name. Names ignore case.
  package subscript(name: String) -> String? {
    headers.last { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The beginning of the body on one line, for messages.
  package var excerpt: String {
    let text = String(decoding: body.prefix(200), as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return Text.escapingControls(line)
  }
}

/// The reason why there is no response.
package struct HTTPError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// libcurl is missing, or the request is invalid.
    case unusable
    case unreachable, untrusted, timedOut, broken, tooLong, stopped
  }

  package let kind: Kind
  /// The message of libcurl.
  package let reason: String

  package init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = Text.escapingControls(reason)
  }
}

/// Dates as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds since 1970, or nil for a text that is no date.
  package static func seconds(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
      let month = months.firstIndex(of: String(words[2])),
      let year = Int(words[3]), (1970...9999).contains(year), (1...31).contains(day)
    else { return nil }
    let parts = words[4].split(separator: ":").compactMap { Int($0) }
    guard parts.count == 3, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]),
      (0...60).contains(parts[2])
    else { return nil }
    return days(year, month + 1, day) * 86_400 + parts[0] * 3600 + parts[1] * 60 + parts[2]
  }

  /// Returns the days since 1970. Years begin in March here, so that a leap day is the last day of its year.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
