import Base
import TestSupport
import Testing

@Suite("Signatures and keyed digests")
struct SigningTests {
  private func bytes(_ hex: String) throws -> [UInt8] { try #require(Text.bytes(hex: hex.utf8)) }

  @Test("the first and third example of RFC 8032")
  func examples() throws {
    let cases = [
      (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
          + "d25bf5f0595bbe24655141438e7a100b"
      ),
      (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
          + "4a7c15e9716ed28dc027beceea1ec40a"
      ),
    ]
    for (seed, open, message, signature) in cases {
      let key = try #require(SigningKey(seed: try bytes(seed)))
      #expect(key.publicKey.bytes == (try bytes(open)))
      #expect(key.signature(of: try bytes(message)) == (try bytes(signature)))
      #expect(key.publicKey.verifies(try bytes(signature), of: try bytes(message)))
    }
  }

  @Test("what was changed is not verified", arguments: 0..<20)
  func changed(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (key, _) = try #require(SigningKey.generate())
    let message = (0..<Int.random(in: 1...200, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    let signature = try #require(key.signature(of: message))
    #expect(key.publicKey.verifies(signature, of: message))
    var other = message
    other[Int.random(in: 0..<other.count, using: &random)] ^= 1
    #expect(!key.publicKey.verifies(signature, of: other))
    var wrong = signature
    wrong[Int.random(in: 0..<wrong.count, using: &random)] ^= 1
    #expect(!key.publicKey.verifies(wrong, of: message))
    #expect(!key.publicKey.verifies([], of: message))
    #expect(VerifyingKey(bytes: [1, 2]) == nil)
  }

  @Test("keyed digests of RFC 4231")
  func hmac() throws {
    let known = [
      (
        Array(repeating: UInt8(0x0B), count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        Array(repeating: UInt8(0xAA), count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ]
    for (key, message, digest) in known {
      #expect(HMAC.sha256(message.utf8, key: key) == (try bytes(digest)))
    }
  }
}
