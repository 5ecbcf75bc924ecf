import Names

/// A test module, and what it is started from.
struct TestedModule: Sendable {
  let id: ModuleID
  let package: PackageRun
  let product: TestProduct
}
