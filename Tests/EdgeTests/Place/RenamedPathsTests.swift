import Testing

@testable import Session

@Suite struct RenamedPathsTests {
  private let names = RenamedPaths(
    PlacedFolder(place: "/home/me/shop", origin: "/home/me/shop-fix"), aside: "/tmp/p/aside")

  @Test(arguments: [
    ("/home/me/shop", "/home/me/shop-fix"),
    ("/home/me/shop/A.swift:3: error", "/home/me/shop-fix/A.swift:3: error"),
    ("in \"/home/me/shop\", twice: /home/me/shop/x", "in \"/home/me/shop-fix\", twice: /home/me/shop-fix/x"),
    ("file:///home/me/shop/x", "file:///home/me/shop-fix/x"),
    ("It lies in /home/me/shop.", "It lies in /home/me/shop-fix."),
    ("/tmp/p/aside/.git/index", "/home/me/shop/.git/index"),
  ])
  func `paths at the place are named as they lie`(text: String, shown: String) {
    #expect(names.text(text) == shown)
  }

  @Test(arguments: [
    "/home/me/shop2/x", "/home/me/shop-fix/x", "/mnt/home/me/shop/x", "/home/me/sho", "", "/", "no path",
  ])
  func `others stay`(text: String) {
    #expect(names.text(text) == text)
  }

  @Test func `bytes that are no text stay`() {
    let bytes: [UInt8] = [0xff, 0x2f, 0xfe, 0x00]
    #expect(names.bytes(bytes) == bytes)
  }
}
