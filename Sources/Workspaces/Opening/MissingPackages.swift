package import ModuleGraph
import Names
package import Support

/// How path dependencies that lead to no package are reported: what needs them cannot be built, and all else can.
package enum MissingPackages {
  package static func warnings(for missing: [GraphBuilder.PathDependency]) -> [Warning] {
    guard let first = missing.first else { return [] }
    let more = missing.count > 1 ? " (and \(missing.count - 1) more like it)" : ""
    return [
      Warning(
        code: "missing-package",
        message: "\(first.dependent.appending(PackageFile.manifest)) depends on \"\(first.path)\", "
          + "but there is no package in \"\(first.folder)\"\(more)",
        hints: ["add the package, correct the path, or check out the submodule that holds it"])
    ]
  }
}
