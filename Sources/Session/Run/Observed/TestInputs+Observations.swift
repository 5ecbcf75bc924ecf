import Base
import Runner
import Store

extension TestInputs {
  /// The reads of tests, for people. Reads that loading a product causes are left out.
  static func all(of observations: [ModuleID: Result<Observation, ObservationObstacle>]) -> [TestInputs] {
    observations.sorted { $0.key < $1.key }.map { module, made in
      switch made {
      case .failure(let obstacle): TestInputs(module, obstacle: obstacle.text)
      case .success(let observation):
        TestInputs(module, inputs: observation.sights.filter { $0.cover != .product }.map { Input($0) })
      }
    }
  }
}

extension TestInputs.Input {
  init(_ sight: Observation.Sight, reader: String? = nil) {
    self.init(place: sight.place.text, aspect: sight.aspect.word, cover: sight.cover.word, reader: reader)
  }
}

extension Aspect {
  fileprivate var word: String {
    switch self {
    case .content: "content"
    case .kind: "kind"
    case .linkKind: "link"
    case .names: "names"
    case .target: "target"
    case .tree: "all"
    }
  }
}

extension Cover {
  fileprivate var word: String {
    switch self {
    case .foreign: "undeclared"
    case .declared: "declared"
    case .product: "product"
    }
  }
}
