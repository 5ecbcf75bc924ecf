import AffectedGraph
import ModuleGraph
import Names
import Support

/// The affected modules of one package: what hosts make a job of.
struct PackageGroup {
  let folder: RelativePath
  let modules: [Selection.Module]

  /// As the command line takes it: all of the package.
  var argument: String { "//\(folder)" }

  var tests: [ModuleID] { modules.filter { $0.kind == .test }.map(\.id) }

  /// By package, in the order of the modules.
  static func groups(_ modules: [Selection.Module]) -> [PackageGroup] {
    modules.chunked { $0.id.package == $1.id.package }.map {
      PackageGroup(folder: $0[0].id.package, modules: $0)
    }
  }
}

extension Array {
  /// Cut wherever two neighbours do not belong together; no piece is empty.
  fileprivate func chunked(where belongTogether: (Element, Element) -> Bool) -> [[Element]] {
    reduce(into: []) { pieces, element in
      if let last = pieces.last?.last, belongTogether(last, element) {
        pieces[pieces.count - 1].append(element)
      } else {
        pieces.append([element])
      }
    }
  }
}
