/// The functions of the language.
package enum QueryFunction: String, Sendable, Hashable, CaseIterable {
  case deps, rdeps, path, paths, tests
  case owner, unowned, tag, kind
  case changed, affected, all

  /// The forms of the function in messages and documents.
  package var usage: String {
    switch self {
    case .deps: "deps(E), deps(E, N)"
    case .rdeps: "rdeps(E), rdeps(E, N)"
    case .path: "path(A, B)"
    case .paths: "paths(A, B)"
    case .tests: "tests(E)"
    case .owner: "owner(TEAM)"
    case .unowned: "unowned()"
    case .tag: "tag(TAG)"
    case .kind: "kind(KIND)"
    case .changed: "changed(), changed(REV)"
    case .affected: "affected(), affected(REV)"
    case .all: "all, all()"
    }
  }

  /// The shorter form with a colon, as in `tag:layer:core`.
  package var prefix: String? {
    switch self {
    case .owner: "team:"
    case .tag: "tag:"
    case .kind: "kind:"
    default: nil
    }
  }
}
