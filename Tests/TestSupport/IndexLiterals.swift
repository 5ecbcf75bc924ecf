package import Graph

// A test knows the graph that it made, and may number its parts.

extension ModuleIndex: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(value) }
}

extension PackageIndex: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(value) }
}
