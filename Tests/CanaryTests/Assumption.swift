import Base
import Foundation
import Graph
import TestSupport

@testable import Runner

/// Something that Ambit takes for granted of an engine.
struct Assumption: Sendable {
  /// Goes on after "it fell that".
  let sentence: String
  /// What speaks against it; nil when it holds.
  let fault: @Sendable (CanaryPlace) throws -> String?

  /// `fault` says so of what does not hold.
  private init(_ sentence: String, _ fault: @escaping @Sendable (CanaryPlace) throws -> String?) {
    self.sentence = sentence
    self.fault = fault
  }

  /// Each goes on from where the one before it left the folder.
  static let all = building + products + reading + again + roots
}

/// `text` unless something holds.
private func unless(_ holds: Bool, _ text: String) -> String? { holds ? nil : text }

// MARK: From nothing

extension Assumption {
  private static let building = [
    Assumption("a package is built by Ambit's commands") { place in
      unless(try place.buildAll() != nil, place.said)
    },
    Assumption("none of Ambit's flags is deprecated") { place in
      place.said.split(separator: "\n").first { $0.contains("deprecated") }.map(String.init)
    },
    Assumption("a project or plan says what there is to build") { place in
      unless(place.proof != nil, "there is nothing to prove anything by")
    },
    Assumption("it holds every module that is there") { place in
      let missing = ["Egg", "CEgg", "hatch", "EggTests", "OldTests"].filter {
        place.proof?.holds(place.module($0)) != true
      }
      return unless(missing.isEmpty, "\(missing) are missing")
    },
    Assumption("it holds no module that is not there") { place in
      unless(place.proof?.holds(place.module("Nowhere")) != true, "it holds Nowhere")
    },
    Assumption("what only other platforms need is left out just where Ambit asks for it by name") { place in
      let idle = place.module("Idle")
      let isThere = place.proof?.holds(idle) == true
      guard place.form.leavesOut else { return unless(isThere, "Idle is not there") }
      guard !isThere else { return "Idle is there: see leavesOut" }
      _ = try place.compiled(by: [place.commands.buildModule(idle, place.nest)])
      return unless(place.proof?.holds(idle) == true, "Idle is not there when it is asked for")
    },
  ]
}

// MARK: Products

extension Assumption {
  private static let products = [
    Assumption("every test module has a product where Ambit looks for it") { place in
      let missing = place.form.testProducts(of: place.nest).filter { place.proof?.holds($0) != true }
      return unless(missing.isEmpty, "\(missing.map(\.file)) are missing in \(place.products)")
    },
    Assumption("a product lists its cases of XCTest as JSON") { place in
      let said = try place.start("OldTests", ["--dump-tests-json"])
      let cases = TestListing(xctest: said.text)?.xctest["OldTests"]
      return unless(cases == ["Old/testSize"], said.text)
    },
    Assumption("a product lists its cases of Swift Testing, each on a line") { place in
      let said = try place.start("EggTests", ["--testing-library", "swift-testing", "--list-tests"])
      let cases = TestListing(said.text).swiftTesting?["EggTests"]
      return unless(cases == ["isOfThatSize()", "hasWords()"], said.text)
    },
    Assumption("a product tells by an event stream what Swift Testing does") { place in
      let events = place.folder.path("events")
      let said = try place.start(
        "EggTests",
        [
          "--testing-library", "swift-testing", "--event-stream-output-path", events, "--filter",
          "isOfThatSize",
        ])
      let bytes = LocalFiles.read(events) ?? []
      return unless(
        said.status.isSuccess && String(decoding: bytes, as: UTF8.self).contains("runEnded"), said.text)
    },
    Assumption("a product runs the cases of XCTest that it is given") { place in
      let said = try place.start("OldTests", ["OldTests.Old/testSize"])
      return unless(said.status.isSuccess && said.text.contains("testSize' passed"), said.text)
    },
    Assumption("a product without tests of Swift Testing says so by its exit code") { place in
      guard place.product(of: "OldTests") != place.product(of: "EggTests") else { return nil }
      let said = try place.start("OldTests", ["--testing-library", "swift-testing"])
      return unless(said.status == SwiftCommands.nothingToTest, "\(said.status)")
    },
    Assumption("it shows that a product has cases of XCTest, or none") { place in
      guard let proof = place.proof, let old = place.product(of: "OldTests"),
        let new = place.product(of: "EggTests")
      else { return "there is no product" }
      let isRight =
        proof.hasNoXCTest(new, of: place.nest) == (new != old) && !proof.hasNoXCTest(old, of: place.nest)
      return unless(isRight, "it is \(proof.hasNoXCTest(new, of: place.nest)) of a product without any")
    },
    Assumption("tests find their resources beside the product") { place in
      let said = try place.start("EggTests", ["--testing-library", "swift-testing", "--filter", "hasWords"])
      return unless(said.status.isSuccess, said.text)
    },
    Assumption("an executable lies beside the products under its own name") { place in
      unless(place.exists("\(place.products)/hatch"), "there is no \(place.products)/hatch")
    },
  ]
}

// MARK: What compilers say

extension Assumption {
  private static let reading = [
    Assumption("compilers note what they read for each module") { place in
      let folders = place.form.dependencyFolders(in: place.scratch, "debug")
      let missing = ["Egg", "CEgg", "EggTests", "hatch"].filter { folders[$0] == nil }
      return unless(missing.isEmpty, "there are no folders of \(missing)")
    },
    Assumption("what they note names sources, headers and imported modules") { place in
      let compilerReads = ScratchReads(
        scratch: place.scratch, engine: place.form, configuration: "debug", swift: place.commands.swift
      ).byFolder().compilerReads(of: ["Egg", "EggTests"].map { place.module($0).id })
      let egg = compilerReads.modules[place.module("Egg").id]
      let tests = compilerReads.modules[place.module("EggTests").id]
      let isHeard =
        egg?.files.contains { $0.hasSuffix("/egg.h") } == true
        && egg?.files.contains { $0.hasSuffix("/Egg.swift") } == true
        && tests?.imports.contains("Egg") == true
      return unless(isHeard, "\(compilerReads.modules)")
    },
  ]
}

// MARK: Once more

extension Assumption {
  private static let again = [
    Assumption("a second build compiles nothing") { place in
      let compiled = try place.buildAll()
      return unless(compiled == 0, "it compiled \(compiled ?? -1): \(place.said)")
    },
    Assumption("an edited source is compiled, with what needs it") { place in
      try place.write("#include \"egg.h\"\nint egg(void) { return 2; }\n", to: "Nest/Sources/CEgg/egg.c")
      let compiled = try place.buildAll() ?? 0
      let said = try place.start(
        "EggTests", ["--testing-library", "swift-testing", "--filter", "isOfThatSize"])
      return unless(compiled > 0 && !said.status.isSuccess, "\(compiled) compiled; \(said.text)")
    },
    Assumption("what is removed of a module is made anew") { place in
      place.form.outputs(in: place.scratch).remove { $0 == "CEgg" || $0 == "Egg" || $0 == "EggTests" }
      try place.write("#include \"egg.h\"\nint egg(void) { return 1; }\n", to: "Nest/Sources/CEgg/egg.c")
      guard try place.buildAll() != nil else { return place.said }
      let said = try place.start("EggTests", ["--testing-library", "swift-testing"])
      return unless(said.status.isSuccess, said.text)
    },
    Assumption("a resource that left is not found any more") { place in
      LocalFiles.remove(place.folder.path("Nest/Sources/Egg/words/one"))
      guard try place.buildAll() != nil else { return place.said }
      let said = try place.start("EggTests", ["--testing-library", "swift-testing", "--filter", "hasWords"])
      try place.write("one\n", to: "Nest/Sources/Egg/words/one")
      return unless(!said.status.isSuccess, said.text)
    },
    Assumption("what was put away and back with its times compiles nothing") { place in
      guard try place.buildAll() != nil else { return place.said }
      let copy = place.scratch + ".copy"
      let copying = try Command(
        executable: "/bin/cp", arguments: ["-a", place.scratch, copy], environment: [:], workingFolder: "/"
      ).run()
      guard copying.status.isSuccess else { return copying.stderrText }
      LocalFiles.removeTree(place.scratch)
      _ = LocalFiles.move(copy, to: place.scratch)
      let compiled = try place.buildAll()
      return unless(compiled == 0, "it compiled \(compiled ?? -1): \(place.said)")
    },
    Assumption("a source that does not compile is an error with its place") { place in
      try place.write("import Egg\nprint(nothing)\n", to: "Nest/Sources/hatch/main.swift")
      guard try place.buildAll() == nil else { return "it was built" }
      let error = BuildDiagnostic.errors(in: place.said).first
      try place.write("import Egg\nprint(size())\n", to: "Nest/Sources/hatch/main.swift")
      return unless(error?.line == 2 && error?.file?.hasSuffix("/hatch/main.swift") == true, place.said)
    },
    Assumption("a module is compiled without the others when it is asked for by its name") { place in
      try place.write("import Egg\nprint(nothing)\n", to: "Nest/Sources/hatch/main.swift")
      let modules = ["Egg", "CEgg", "EggTests"].map {
        place.commands.buildModule(place.module($0), place.nest)
      }
      let compiled = try place.compiled(by: modules)
      try place.write("import Egg\nprint(size())\n", to: "Nest/Sources/hatch/main.swift")
      return unless(compiled != nil, place.said)
    },
    Assumption("tests can be built without what they do not need") { place in
      try place.write("public let idle = nothing\n", to: "Nest/Sources/Idle/Idle.swift")
      let compiled = try place.compiled(by: place.commands.buildTestsAlone(place.nest))
      try place.write("public let idle = true\n", to: "Nest/Sources/Idle/Idle.swift")
      return unless(compiled != nil, place.said)
    },
  ]
}

// MARK: Many packages

extension Assumption {
  private static let roots = [
    Assumption("several packages are built at once just where Ambit does so") { place in
      let isBuilt = try place.buildTogether() != nil
      guard place.form.takesManyRoots else { return unless(!isBuilt, "they are now: see takesManyRoots") }
      return unless(isBuilt, place.said)
    },
    Assumption("packages that follow one another in a folder leave one another's products alone") { place in
      guard try place.buildAll() != nil else { return place.said }
      guard try place.compiled(by: place.commands.build(place.guest, .test)) != nil else { return place.said }
      let said = try place.start("EggTests", ["--testing-library", "swift-testing"])
      let guests = place.form.testProducts(of: place.guest).allSatisfy {
        place.exists("\(place.products)/\($0.file)")
      }
      return unless(said.status.isSuccess && guests, "\(guests) \(said.text)")
    },
  ]
}
