import Arguments
import Testing

@testable import Features
@testable import Session

@Suite struct WatchKeysTests {
  private static func requests(_ typed: String, canFilter: Bool = true) -> [WatchKeys.Request?] {
    var keys = WatchKeys(canFilter: canFilter)
    return typed.utf8.map { keys.press($0) }
  }

  @Test func everyKeyHasItsRequest() {
    #expect(
      Self.requests("af\n\re?hqx") == [
        .run(.all), .run(.failed), .run(.changes), .run(.changes), .openFailure, .explain, .explain, .leave,
        nil,
      ])
  }

  @Test(arguments: [
    ("/Totals\n", "Totals"), ("/aq/f\r", "aq/f"), ("/Tös\u{7F}\u{7F}otals\n", "Totals"), ("/x\u{15}y\n", "y"),
    ("/a\tb\n", "ab"), ("/\u{7F}é\n", "é"),
  ])
  func aFilterIsTypedUntilEnter(typed: String, filter: String) {
    let requests = Self.requests(typed)
    #expect(requests.last == .filter(filter))
    #expect(requests.dropLast().allSatisfy { $0 == .typing })
  }

  @Test func anEmptyFilterEndsTheFilterAndEscapeKeepsIt() {
    #expect(Self.requests("/\n").last == .filter(nil))
    #expect(Self.requests("/abc\u{1B}q") == Array(repeating: .typing, count: 5) + [.leave])
  }

  @Test func bytesThatAreNoTextAreNoFilter() {
    var keys = WatchKeys(canFilter: true)
    for byte in Array("/".utf8) + [0xFF, 0xC3] { _ = keys.press(byte) }
    #expect(keys.press(UInt8(ascii: "\n")) == .filter(nil))
  }

  @Test func theFilterIsSeenWhileItIsTyped() {
    var keys = WatchKeys(canFilter: true)
    #expect(keys.typedFilter == nil)
    for byte in "/To".utf8 { _ = keys.press(byte) }
    #expect(keys.typedFilter == "To")
    _ = keys.press(UInt8(ascii: "\n"))
    #expect(keys.typedFilter == nil)
  }

  @Test func aBuildHasNothingToFilter() {
    #expect(Self.requests("/q", canFilter: false) == [nil, .leave])
  }
}
