import Base
import Testing

@Suite("Sealed files")
struct SealedFormTests {
  private static let form = SealedForm("test", version: 1)

  @Test func `what is sealed is opened, and nothing else`() throws {
    let key = SHA256.digest(of: [1])
    let content: [UInt8] = [1, 2, 3]
    for (sealed, key) in [(Self.form.seal(content), nil), (Self.form.seal(content, for: key), key)] {
      #expect(Self.form.open(sealed, for: key).map(Array.init) == content)
      for place in sealed.indices {
        var damaged = sealed
        damaged[place] ^= 1
        #expect(Self.form.open(damaged, for: key) == nil)
        #expect(Self.form.open(Array(sealed[..<place]), for: key) == nil)
      }
      #expect(Self.form.open(sealed + [0], for: key) == nil)
      #expect(Self.form.open(sealed, for: SHA256.digest(of: [2])) == nil)
      #expect(SealedForm("test", version: 2).open(sealed, for: key) == nil)
    }
    #expect(Self.form.open(nil) == nil)
    #expect(Self.form.open(Self.form.seal([])).map(Array.init) == [])
  }

  @Test func `values`() {
    #expect(Self.form.value([String].self, in: Self.form.seal(["a", "b"])) == ["a", "b"])
    #expect(Self.form.value(Bool.self, in: Self.form.seal(["a", "b"])) == nil)
  }
}
