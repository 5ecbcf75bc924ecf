import Base
import Graph
import Reports
import Runner

/// Finds the module of a case that another tool has named.
///
/// 1. A suite with the name of a module belongs to that module: Ambit names suites so.
/// 2. `CoreTests.CartTests` belongs to the test module CoreTests.
/// 3. Otherwise a suite may have the name of a test module.
/// 4. Otherwise the class is a test module with a free function, or a type that sources of test modules declare.
///
/// If several test modules have the name, only those count whose sources declare the type.
struct CaseModules {
  private let modules: [Replay.Module]
  private let byText: [String: ModuleID]
  private let tests: [String: [ModuleID]]
  /// Returns the test modules whose sources declare a type of that name.
  private let declaring: (String) -> Set<ModuleID>

  init(_ modules: [Replay.Module], declaring: @escaping (String) -> Set<ModuleID>) {
    self.modules = modules
    self.declaring = declaring
    byText = Dictionary(modules.map { ($0.id.description, $0.id) }) { first, _ in first }
    tests = Dictionary(grouping: modules.filter(\.kind.isTest).map(\.id)) {
      ModuleNames.compiled($0.name)
    }
  }

  /// The modules that the case may belong to, sorted. An empty list means that nobody can say.
  func modules(of testCase: JUnitFile.Case) -> [ModuleID] {
    if let id = testCase.suites.lazy.compactMap({ byText[$0] }).first { return [id] }
    // Ambit itself writes a package that does not build as a class.
    if testCase.className.hasPrefix("//") {
      return modules.map(\.id).filter { "//\($0.package)" == testCase.className }
    }
    let words = testCase.className.split(separator: ".").map(String.init)
    if words.count > 1, let owners = tests[words[0]] { return narrowed(owners, by: words[1]) }
    let owners = testCase.suites.lazy.compactMap { tests[String($0.prefix { $0 != "." })] }.first
    if let owners { return narrowed(owners, by: words.first) }
    return words.first.map { declaring($0).union(tests[$0] ?? []).sorted() } ?? []
  }

  private func narrowed(_ modules: [ModuleID], by type: String?) -> [ModuleID] {
    guard modules.count > 1, let type else { return modules.sorted() }
    let found = modules.filter(declaring(type).contains)
    return (found.isEmpty ? modules : found).sorted()
  }
}
