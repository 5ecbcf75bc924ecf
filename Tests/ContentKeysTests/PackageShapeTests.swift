import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

/// The shape of a package decides whether SwiftPM accepts it. The tests look at `App`, which depends on `Core`.
struct PackageShapeTests {
  private func shape(
    of modules: [ModuleID]? = [KeyScene.tests], _ change: (inout KeyScene) -> Void = { _ in }
  ) throws -> SHA256Digest {
    var scene = KeyScene()
    change(&scene)
    return try #require(PackageShapes(try scene.keys(of: modules)).digest(of: "App"))
  }

  @Test func `contents and files of other packages do not count`() throws {
    let same = try shape()
    #expect(try shape(of: nil) == same)
    #expect(try shape { $0.files["App/Sources/App/App.swift"] = "edited" } == same)
    #expect(try shape { $0.files["Core/Sources/Core/More.swift"] = "more" } == same)
    #expect(try shape { $0.files["App/README.md"] = "text" } == same)
    #expect(try shape { $0.pins["remote"] = "2.0.0" } == same)
  }

  @Test func `names of files count, also of modules that nobody asked for`() throws {
    let lists = [
      [], ["Sibling/a.swift"], ["Sibling/b.c"], ["Sibling/a.swift", "Sibling/b.c"],
      ["Sibling/a.swift", "App/More.swift"],
    ]
    let shapes = try lists.map { files in
      try shape { scene in
        scene.app.targets.append(TargetDescription(name: "Sibling"))
        for file in files { scene.files["App/Sources/\(file)"] = "text" }
      }
    }
    #expect(Set(shapes).count == lists.count)
  }

  @Test func `manifests of all packages below count, and the tools`() throws {
    let same = try shape()
    let product = ProductDescription(name: "New", kind: .library(.automatic), targets: [])
    let others = try [
      shape { $0.app.products.append(product) },
      shape { $0.core.products.append(product) },
      shape { $0.core.targets.append(TargetDescription(name: "Sibling")) },
      shape { $0.surroundings.toolchain = "Swift 7" },
    ]
    #expect(Set(others + [same]).count == others.count + 1)
  }
}
