import Base
import TestSupport
import Testing

@testable import Graph

@Suite("Names of modules")
struct ModuleNamesTests {
  /// Most names are looked up, globs are matched: both must come to the same.
  @Test("they stand for what their pattern matches")
  func sameAsPatterns() throws {
    var generator = SeededGenerator(seed: 17)
    let folders = [
      "", "Packages/Core", "Packages/Core/Inner", "a:b", "Apps/c++", "Apps/[x]", "Apps/x", "\u{E9}t\u{E9}",
    ]
    let names = ["Core", "CoreTests", "x", "swift-log", "Caf\u{E9}", "[x]"]
    let texts =
      folders.flatMap { folder in
        ["//\(folder)", "//\(folder)/", "//\(folder):*", "//./\(folder)"] + names.map { "//\(folder):\($0)" }
      } + names + [
        "*", "*Tests", "//**:Core", "//Packages/*", "{Core,x}", "Cor?", "//nowhere", "Nobody",
        "//Apps/\\[x\\]",
      ]
    for _ in 0..<20 {
      let ids = folders.flatMap { folder in
        names.filter { _ in Bool.random(using: &generator) }.map {
          ModuleID(package: RelativePath(folder), name: $0)
        }
      }.sorted()
      let lookup = KnownModules(ids)
      for text in texts {
        let expected = (try? ModulePattern(text)).map { pattern in ids.filter(pattern.matches) }
        do throws(KnownModules.Problem) {
          #expect(try lookup.modules(named: text) == expected, "\(text)")
        } catch {
          switch error {
          case .invalid: #expect(expected == nil, "\(text)")
          case .unknown: #expect(expected == [], "\(text)")
          case .ambiguous(let found):
            #expect(found == expected && found.count > 1 && !text.hasPrefix("//"), "\(text)")
          }
        }
      }
    }
  }
}
