import Foundation
import Testing

@testable import Base

@Suite("Values of HTTP")
struct HTTPDateTests {
  @Test("moments as Foundation writes them", arguments: 0..<300)
  func dates(_ number: Int) throws {
    let seconds = number * 9_999_991 + number
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(
    "what is no moment is none",
    arguments: [
      "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
    ])
  func noDates(_ text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }

  @Test("headers are found by name in any case, the last one counts")
  func headers() {
    let response = HTTPResponse(status: 200, headers: [.init("A", "1"), .init("a", "2")])
    #expect(response["A"] == "2")
    #expect(response["b"] == nil)
  }

  @Test("a request with a control character is never sent")
  func injection() {
    let client = HTTPClient(HTTPSurroundings([:]))
    #expect(throws: HTTPError.self) {
      try client.send(HTTPRequest("GET", "http://127.0.0.1:1/\r\nX: y", headers: []))
    }
    #expect(throws: HTTPError.self) {
      try client.send(HTTPRequest("GET", "http://127.0.0.1:1/", headers: [.init("A", "b\r\nC: d")]))
    }
  }
}
