import Names

/// A test module, and what it is started from.
struct TestedModule: Sendable {
  let id: ModuleID
  let package: PackageRun
  let product: TestProduct
}

extension TestProduct {
  /// The tests to run that it holds.
  func tests(of package: PackageRun) -> [TestedModule] {
    package.tests.filter { modules.contains($0.name) }.map {
      TestedModule(id: $0, package: package, product: self)
    }
  }
}
