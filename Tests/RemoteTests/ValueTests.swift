import Base
import TestSupport
import Testing

@testable import Store

@Suite("Addresses, namespaces, keys")
struct ValueTests {
  @Test(
    "addresses are read and written",
    arguments: [
      ("https://cache.example/team/", "https://cache.example/team"),
      ("grpcs://{namespace}.cache.example:443", "grpcs://{namespace}.cache.example:443"),
      ("s3://bucket", "s3://bucket"), ("http://[::1]:80//a//b", "http://[::1]:80/a/b"),
    ])
  func addresses(_ text: String, _ written: String) {
    #expect(RemoteAddress(text)?.description == written)
  }

  @Test(
    "what is no address is refused",
    arguments: [
      "", "https://", "ftp://host", "https://user:secret@host/", "https://host/?a=b", "https://host/#x",
      "https://host/a b", "https://host/\u{1B}", "cache.example", "file:///etc",
    ])
  func noAddresses(_ text: String) {
    #expect(RemoteAddress(text) == nil)
  }

  @Test("the host is told from the port")
  func hosts() {
    #expect(RemoteAddress("http://host:81/x")?.host == "host")
    #expect(RemoteAddress("http://[::1]/x")?.host == "[::1]")
  }

  @Test("names are kept where they can be, and never become the same")
  func namespaces() {
    #expect(Namespace("main").name == "main")
    #expect(Namespace("pr-7").name == "pr-7")
    let odd = [
      "release/1.2", "release-1.2", "Main", "main ", "", ".", "..", "-x", "a/../main", "ü", "x\u{0}",
    ]
    #expect(Set(odd.map { Namespace($0).name }).count == odd.count)
    for name in odd.map({ Namespace($0).name }) {
      #expect(name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789._-".utf8.contains($0) })
      #expect(name.count <= 64 && name != "main" && !name.hasPrefix(".") && !name.hasPrefix("-"))
    }
    #expect(Namespace(String(repeating: "a", count: 500)) != Namespace(String(repeating: "a", count: 501)))
  }

  @Test("keys are read back from their text")
  func keys() throws {
    let (key, seed) = try #require(SigningKey.generate())
    #expect(
      SignatureKeyText.signingKey(SignatureKeyText.text(ofSeed: seed) + "\n")?.publicKey == key.publicKey)
    let text = SignatureKeyText.text(of: key.publicKey)
    #expect(SignatureKeyText.trustedKey(text) == .init(key.publicKey, for: nil))
    #expect(SignatureKeyText.trustedKey("main=\(text)") == .init(key.publicKey, for: Namespace("main")))
    for bad in [
      "", text.dropLast() + "", "=\(text)", SignatureKeyText.text(ofSeed: seed), "ambit-public-1:AAAA",
    ] {
      #expect(SignatureKeyText.trustedKey(bad) == nil)
    }
  }

  @Test("frames of any bytes are whole messages or none", arguments: 0..<200)
  func frames(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let messages = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    var body: [UInt8] = []
    for message in messages { GRPCFrames.append(message, to: &body) }
    #expect(GRPCFrames.messages(in: body)?.map(Array.init) == messages)
    if !body.isEmpty { #expect(GRPCFrames.messages(in: Array(body.dropLast()))?.map(Array.init) != messages) }
    let noise = (0..<60).map { _ in UInt8.random(in: 0...255, using: &random) }
    if let found = GRPCFrames.messages(in: noise) {
      #expect(found.reduce(0) { $0 + $1.count + 5 } == noise.count)
    }
    _ = try? Capabilities(decoding: noise[...])
  }
}
