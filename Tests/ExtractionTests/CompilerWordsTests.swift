import Testing

@testable import Extraction

/// What the compiler's errors ask for.
@Suite struct CompilerWordsTests {
  @Test func whatIsHiddenIsNamed() {
    #expect(
      CompilerWords.hidden(in: "'Price' initializer is inaccessible due to 'internal' protection level") == [
        "Price"
      ])
    #expect(
      CompilerWords.hidden(
        in:
          "property 'price' must be declared public because it matches a requirement in public protocol 'Priced'"
      )
        == ["price", "Priced"])
    #expect(
      CompilerWords.hidden(in: "'Cart.total' is inaccessible due to 'internal' protection level") == ["total"]
    )
    #expect(CompilerWords.hidden(in: "cannot find 'Price' in scope").isEmpty)
  }

  @Test func whatIsNotImportedPubliclyIsNamed() {
    #expect(
      CompilerWords.unpublished(
        in:
          "cannot use protocol 'Pr' in a public or '@usableFromInline' conformance; 'Core' was not imported publicly"
      ) == "Core")
    #expect(CompilerWords.unpublished(in: "cannot find 'Price' in scope") == nil)
  }

  @Test func whatIsNotSendableIsNamed() {
    let message =
      "static property 'zero' is not concurrency-safe because non-'Sendable' type 'Price' may have shared mutable state"
    #expect(CompilerWords.unsendable(in: message).contains("Price"))
    #expect(CompilerWords.hidden(in: message).isEmpty)
    #expect(CompilerWords.unsendable(in: "cannot find 'Price' in scope").isEmpty)
  }
}
