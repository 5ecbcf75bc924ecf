import Base
import Foundation
import TestSupport

/// Something that somebody does to a workspace between two runs of its tasks.
enum TaskStep: Sendable, Hashable {
  /// A file that tasks read: written, or removed where there is no text.
  case write(String, String?)
  case permissions(String, Int)
  /// What somebody does to outputs.
  case removeOutputs(String)
  case tamper(String)
  case addStale(String)
  case replaceByLink(String)
  /// The value of a variable that tasks see.
  case mode(String)
  /// Another version of the tasks' commands, and another form of their outputs.
  case version(Int)
  case form(Int)
  case commit
  /// An older commit, counted from the first.
  case checkout(Int)
  /// A fresh clone beside this one, with the same cache.
  case clone
  /// All of it again, with other flags.
  case again

  static let packages = ["Packages/Core", "Packages/Cart", "Apps/Shop"]
  private static let places = [
    "out", "out/gen.txt", "out/extra", "out/extra/x", "dist", "dist/all", "quiet", "peek/p", "misc",
  ]

  static func random(_ random: inout SeededGenerator) -> TaskStep {
    func any<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: 0..<elements.count, using: &random)]
    }
    let package = any(packages)
    let text = any(["1", "2", "3", ""])
    let output = "\(package)/\(any(places))"
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1: return .write("\(package)/in/a", text)
    case 2: return .write("\(package)/in/b", any([text, nil]))
    case 3: return .write("\(package)/in/extra", any([text, nil]))
    case 4: return .write("shared/common", text)
    case 5: return .write("shared/secret", any([text, nil]))
    case 6: return .write("\(package)/in/fail", any(["", nil, nil]))
    case 7: return .permissions("\(package)/in/a", any([0o644, 0o755]))
    case 8: return .removeOutputs(output)
    case 9: return .tamper(output)
    case 10:
      return .addStale("\(package)/\(any(["out", "dist", "quiet", "out/extra"]))/\(any(["stale", "x"]))")
    case 11: return .replaceByLink(output)
    case 12: return .mode(text)
    case 13: return .version(Int.random(in: 1...2, using: &random))
    case 14: return .form(Int.random(in: 0...1, using: &random))
    case 15, 16: return .commit
    case 17, 18: return .checkout(Int.random(in: 0..<4, using: &random))
    default: return any([.clone, .again])
    }
  }
}
