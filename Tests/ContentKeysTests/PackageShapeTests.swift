import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

/// The shape of a package decides whether SwiftPM accepts it. The tests look at `App`, which depends on `Core`.
struct PackageShapeTests {
  private func shape(
    of modules: [ModuleID]? = [KeyScene.tests], folders: Set<RelativePath> = [],
    _ change: (inout KeyScene) -> Void = { _ in }
  ) throws -> SHA256Digest {
    var scene = KeyScene()
    change(&scene)
    let shapes = PackageShapes(try scene.keys(of: modules)) { folders.contains($0) }
    return try #require(shapes.digest(of: "App"))
  }

  @Test func `contents do not count, nor do tests of packages below`() throws {
    let same = try shape()
    #expect(try shape(of: nil) == same)
    #expect(try shape { $0.files["App/Sources/App/App.swift"] = "edited" } == same)
    #expect(try shape { $0.files["Core/Sources/Core/Core.swift"] = "edited" } == same)
    let tests = { (files: [String]) in
      try self.shape { scene in
        scene.core.targets.append(TargetDescription(name: "CoreTests", kind: .test))
        for file in files { scene.files[file] = "text" }
      }
    }
    #expect(try tests(["Core/Tests/CoreTests/a.swift"]) == tests(["Core/Tests/CoreTests/b.c"]))
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

  @Test func `names of files in packages below count`() throws {
    let more = ["Core/Sources/Core/More.swift", "Core/Sources/Core/More.c"]
    let shapes = try [shape()] + more.map { file in try shape { $0.files[file] = "more" } }
    #expect(Set(shapes).count == shapes.count)
  }

  /// Git keeps no empty folder, so another clone of the same commit may lack it, and SwiftPM refuses the target there.
  @Test func `the folder of a target without files counts`() throws {
    let lists: [Set<RelativePath>] = [
      [], ["App/Sources/Sibling"], ["Core/Sources/Sibling"], ["App/Sources/App"],
    ]
    let shapes = try lists.map { folders in
      try shape(folders: folders) { scene in
        scene.app.targets.append(TargetDescription(name: "Sibling"))
        scene.core.targets.append(TargetDescription(name: "Sibling"))
      }
    }
    #expect(Set(shapes).count == 3 && shapes[3] == shapes[0])
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
