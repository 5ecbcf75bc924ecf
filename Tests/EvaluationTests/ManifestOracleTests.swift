import Graph
import Testing

@testable import SwiftSources

@Suite("Manifests: our value is SwiftPM's")
struct ManifestOracleTests {
  /// What the batch evaluated is compared with `swift package dump-package`; for the rest that is where
  /// the answer comes from, and only the verdict is checked.
  @Test func `every manifest of the corpus comes to what SwiftPM says`() throws {
    let corpus = featureCorpus + shapeCorpus
    let fixture = try ManifestFixture(corpus.enumerated().map { ("p\($0)", $1.text) })
    let ours = fixture.evaluator().evaluate(fixture.sources)
    let batched = corpus.indices.filter { corpus[$0].way == .batch }
    let theirs = try fixture.oracle(of: batched)
    #expect(ours.results.count == corpus.count)
    for (index, manifest) in corpus.enumerated() {
      switch ours.results[index] {
      case .success(let our):
        #expect(manifest.way != .refused, "\(manifest.id) is accepted")
        if let their = theirs[index] { #expect(.success(our) == their, "\(manifest.id)") }
      case .failure(let problem):
        #expect(manifest.way == .refused, "\(manifest.id) is refused: \(problem)")
        #expect(!problem.message.contains("compiled with"), "\(manifest.id): \(problem.message)")
      }
    }
    for (origin, manifest) in zip(ours.origins, corpus) {
      #expect(origin == (manifest.way == .batch ? .batch : .swiftPM), "\(manifest.id)")
    }
  }
}
