import Names
import Observations
import Support

/// What of the workspace a test module gets when it runs on a worker.
struct WorkerInputs {
  /// The files that its key holds.
  let declared: [RelativePath]
  /// Everything else that it looked at.
  let seen: [RelativePath]
  /// The folders that it listed. Of what lies in them and was not looked at nothing but the name counts.
  let listed: [RelativePath]

  /// nil for a module that looks at something that a worker would not have, or not as it is here.
  init?(declared: [RelativePath], _ observation: Observation, _ ground: WorkerGround) {
    var (seen, listed) = ([RelativePath](), [RelativePath]())
    for sight in observation.sights {
      switch sight.place {
      case .product: continue
      // What is not there is nowhere; everything else is another machine's own.
      case .home, .outside:
        guard sight.state == .absent, ground.view.state(of: sight.place, sight.aspect) == .absent else {
          return nil
        }
      case .workspace(let path):
        guard !path.isOutside, sight.aspect != .tree else { return nil }
        if sight.aspect == .names {
          // Nobody knows what it would do with what is new there.
          guard ground.view.state(of: sight.place, .names) == sight.state else { return nil }
          listed.append(path)
        } else {
          // What Git ignores is nobody else's business.
          guard sight.cover != .foreign || ground.mayBeShown(path) else { return nil }
          seen.append(path)
        }
      }
    }
    self.declared = declared
    self.seen = seen
    self.listed = listed
  }
}

/// What lies here, for whoever decides what others get of it.
struct WorkerGround: Sendable {
  let view: DiskView
  /// Whether a place in the workspace is one that is shared by way of Git, or there is nothing.
  let mayBeShown: @Sendable (RelativePath) -> Bool
}

extension RelativePath {
  /// Whether it leads out of where it begins.
  fileprivate var isOutside: Bool { components.first.map { $0.elementsEqual("..".utf8) } ?? false }
}
