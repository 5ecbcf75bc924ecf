package import Base
import Graph
package import Reports
import Runner

/// Finds the module of a case that another tool has named.
///
/// 1. A suite that is called like a module is that module's, as Ambit writes it.
/// 2. `CoreTests.CartTests` is of the test module CoreTests.
/// 3. Else a suite may be called like a test module.
/// 4. Else the class is a test module, whose function it is, or a type that sources of test modules declare.
///
/// Where several test modules have the name, those count whose sources declare the type.
package struct CaseModules {
  private let modules: [Replay.Module]
  private let byText: [String: ModuleID]
  private let tests: [String: [ModuleID]]
  /// The test modules of which a source declares a type of that name.
  private let declaring: (String) -> Set<ModuleID>

  package init(_ modules: [Replay.Module], declaring: @escaping (String) -> Set<ModuleID>) {
    self.modules = modules
    self.declaring = declaring
    byText = Dictionary(modules.map { ($0.id.description, $0.id) }) { first, _ in first }
    tests = Dictionary(grouping: modules.filter(\.kind.isTest).map(\.id)) {
      ModuleNames.compiled($0.name)
    }
  }

  /// The modules that it may belong to, sorted; none: nobody can say.
  package func modules(of testCase: JUnitFile.Case) -> [ModuleID] {
    if let id = testCase.suites.lazy.compactMap({ byText[$0] }).first { return [id] }
    // A package that does not build is a class of Ambit's.
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
