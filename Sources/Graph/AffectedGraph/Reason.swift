package import Base
import Xcode

/// One step of the chain from an affected module down to the cause.
package struct Reason: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    // Causes, the last step of a chain, in the order of preference.
    case source
    case manifest
    // Files that describe Xcode targets.
    case project, scheme, plan, xcconfig, pin
    case lockfile, config, input, unowned, global, named, all
    // Links to the next module of the chain.
    case dependsOn = "depends-on"
    case plugin, macro
    case undeclaredImport = "undeclared-import"
    case mayStart = "may-start"
    /// The module links or embeds a product, and declares no dependency on the target that makes it.
    case implicit = "implicit-dependency"
    case host
    case removedDependency = "removed-dependency"
  }

  package enum Subject: Sendable, Hashable {
    case path(RelativePath)
    case module(ModuleID)
    case none
  }

  package let kind: Kind
  package let subject: Subject

  package init(_ kind: Kind, _ subject: Subject) {
    self.kind = kind
    self.subject = subject
  }
}

/// The reason why a module is affected by itself, and not through a dependency.
package struct Cause: Sendable, Hashable, Comparable {
  package let kind: Reason.Kind
  package let path: RelativePath?

  package init(_ kind: Reason.Kind, _ path: RelativePath? = nil) {
    self.kind = kind
    self.path = path
  }

  /// The smaller cause is the one to show: the kind that says most, then the first path.
  package static func < (left: Cause, right: Cause) -> Bool {
    if left.kind != right.kind { return left.kind.rank < right.kind.rank }
    return (left.path ?? .root) < (right.path ?? .root)
  }

  package var reason: Reason { Reason(kind, path.map { .path($0) } ?? .none) }
}

extension Reason.Kind {
  init(_ part: XcodeModule.Part.Kind) {
    switch part {
    case .project: self = .project
    case .settings: self = .xcconfig
    case .scheme: self = .scheme
    case .plan: self = .plan
    case .pins: self = .pin
    }
  }

  var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }

  init(_ edge: ModuleEdge.Kind) {
    switch edge {
    case .dependency: self = .dependsOn
    case .plugin: self = .plugin
    case .macro: self = .macro
    case .undeclaredImport: self = .undeclaredImport
    case .configured, .standIn: self = .dependsOn
    case .mayStart: self = .mayStart
    case .implicit, .candidate: self = .implicit
    case .host: self = .host
    }
  }
}
