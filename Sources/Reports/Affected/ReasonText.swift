package import AffectedGraph
import Names
package import Support
package import Terminal

/// A step of a reason chain in words.
package enum ReasonText {
  /// `depends on //Packages/Core:Core`, `changed Packages/Core/Sources/A.swift`. Beside a module of
  /// `package`, what lies in the same one is told in short: `depends on :Core`, `changed Sources/A.swift`.
  package static func line(_ reason: Reason, besidePackage package: RelativePath = .root) -> StyledText {
    let words = StyledText(words(for: reason.kind), .dim)
    switch reason.subject {
    case .path(let path): return "\(words) \(path.relative(to: package) ?? path, .path)"
    case .module(let module):
      let isNear = !package.isRoot && module.package == package
      return "\(words) \(isNear ? ":\(module.name)" : module.description, .module)"
    case .none: return words
    }
  }

  /// The same without colours.
  package static func plain(_ reason: Reason, besidePackage package: RelativePath) -> String {
    line(reason, besidePackage: package).plain
  }

  package static func words(for kind: Reason.Kind) -> String {
    switch kind {
    case .source: "changed"
    case .manifest: "its description changed in"
    case .lockfile: "a pin it uses changed in"
    case .config: "its settings changed in"
    case .input: "it reads"
    case .unowned: "no module owns"
    case .global: "everything depends on"
    case .named: "was named"
    case .all: "everything was selected"
    case .dependsOn: "depends on"
    case .plugin: "uses the plugin"
    case .macro: "uses the macro"
    case .undeclaredImport: "imports, without declaring it,"
    case .mayStart: "may start"
    case .removedDependency: "no longer depends on"
    }
  }
}
