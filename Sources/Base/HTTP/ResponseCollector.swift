/// Collects a response as it arrives.
final class ResponseCollector {
  private static let longestHeaders = 64 << 10

  private let longestBody: Int
  private let isStopped: @Sendable () -> Bool
  private let receive: ([UInt8]) -> Void
  private var headerBytes = 0
  private(set) var status = 0
  private(set) var headers: [HTTPRequest.Header] = []
  private(set) var body: [UInt8] = []
  private(set) var refusal: HTTPError?

  init(
    longestBody: Int, isStopped: @escaping @Sendable () -> Bool,
    receive: @escaping ([UInt8]) -> Void = { _ in }
  ) {
    self.longestBody = longestBody
    self.isStopped = isStopped
    self.receive = receive
  }

  func takeHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    headerBytes += line.count
    guard headerBytes <= Self.longestHeaders else {
      refusal = HTTPError(.tooLong, "the headers are too long")
      return false
    }
    let text = String(decoding: line, as: UTF8.self)
    // Earlier headers belong to an earlier answer, such as `100 Continue` or a proxy's.
    if text.hasPrefix("HTTP/") {
      headers = []
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
    if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(
        .init(String(text[..<colon]), String(value.prefix { !$0.isNewline }).trimmingSpaces))
    }
    return true
  }

  func takeBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard body.count + bytes.count <= longestBody else {
      refusal = HTTPError(.tooLong, "the response is longer than \(longestBody) bytes")
      return false
    }
    body.append(contentsOf: bytes)
    receive(body)
    return true
  }

  func checkStop() -> Bool {
    guard isStopped() else { return false }
    refusal = HTTPError(.stopped, "stopped")
    return true
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}
