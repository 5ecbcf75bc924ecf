import Base
import Foundation
import Store
import TestSupport
import Testing

@testable import Session

/// Which modules may run on a worker, by what they looked at.
@Suite struct WorkerInputsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{}", to: "data/rules.json")
    try folder.write("secret", to: ".env")
    try link("data/rules.json")
  }

  private func link(_ target: String) throws {
    let path = folder.path("to-rules")
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  private var view: DiskView { DiskView(root: folder.path, memory: DiskMemory()) }

  private func sight(
    _ place: SeenPlace, _ aspect: Aspect, _ cover: Cover = .foreign
  ) throws -> Observation.Sight {
    Observation.Sight(place, aspect, try #require(view.state(of: place, aspect)), cover)
  }

  private func inputs(_ sights: [Observation.Sight]) -> WorkerInputs? {
    let context = WorkerContext(root: folder.path) { $0 != ".env" }
    return WorkerInputs(
      declared: ["Package.swift"], Observation(sights), company: ["Tests.xctest", "A.resources"], view,
      context
    )
  }

  @Test("what it looked at comes along")
  func seen() throws {
    let found = try #require(
      inputs([
        try sight(.workspace("data"), .kind), try sight(.workspace("data"), .names),
        try sight(.workspace("data/rules.json"), .content), try sight(.workspace("gone"), .content),
        try sight(.workspace("to-rules"), .target),
      ]))
    #expect(found.declared == ["Package.swift"] && found.listed == ["data"])
    #expect(Set(found.seen) == ["data", "data/rules.json", "gone", "to-rules"])
  }

  @Test("what a worker would not have keeps it here")
  func bound() throws {
    let file = Observation.Sight(.outside(Array("/etc/hostname".utf8)), .content, .absent, .foreign)
    #expect(inputs([file]) == nil)
    #expect(inputs([.init(.home(".config"), .kind, .absent, .foreign)]) == nil)
    #expect(inputs([.init(.workspace("../other"), .kind, .absent, .foreign)]) == nil)
    #expect(inputs([try sight(.workspace("data"), .tree)]) == nil)
    // What Git ignores, unless a key holds it.
    #expect(inputs([try sight(.workspace(".env"), .content)]) == nil)
    #expect(inputs([try sight(.workspace(".env"), .content, .declared)]) != nil)
  }

  @Test("products are there as far as they are sent")
  func products() {
    let there = SeenState.folder
    for (path, aspect, isSent) in [
      ("", Aspect.names, true), ("", .kind, true), ("", .tree, false), ("A.resources", .names, true),
      ("A.resources/a.txt", .content, true), ("Tests.xctest", .content, true), ("B.resources", .kind, false),
      ("Modules", .names, false), ("A.resources", .tree, false),
    ] {
      let asked = Observation.Sight(.product(RelativePath(Array(path.utf8))), aspect, there, .product)
      #expect((inputs([asked]) != nil) == isSent, "\(path) \(aspect)")
    }
    #expect(inputs([.init(.product("other"), .content, .absent, .product)]) != nil)
  }

  @Test("what is something else by now keeps it here, and so do new names")
  func changed() throws {
    let (data, rules) = (SeenPlace.workspace("data"), SeenPlace.workspace("data/rules.json"))
    let before = try [sight(data, .names), sight(data, .kind), sight(rules, .content)]
    try folder.write("{1}", to: "data/rules.json")
    // What it holds is sent as it is now.
    #expect(inputs(before) != nil)
    try folder.write("", to: "data/new")
    #expect(inputs(before) == nil && inputs(Array(before.dropFirst())) != nil)
    #expect(inputs([.init(data, .kind, .absent, .foreign)]) == nil)
    #expect(inputs([.init(rules, .content, .folder, .foreign)]) == nil)
    #expect(inputs([.init(.workspace("to-rules"), .content, .absent, .foreign)]) == nil)
    let followed = try sight(.workspace("to-rules"), .target)
    try link("data/new")
    #expect(inputs([followed]) == nil)
  }

  @Test("what is known adds up as long as the module is the same")
  func keptTestReads() {
    let (own, other) = (SHA256.digest(of: [1]), SHA256.digest(of: [2]))
    func known(_ own: SHA256Digest, _ paths: [RelativePath], _ isDifferent: Bool = false) -> TestReads {
      TestReads(
        own: own, observation: Observation(paths.map { .init(.workspace($0), .content, .absent, .foreign) }),
        isDifferent: isDifferent)
    }
    #expect(known(own, ["a"]).joined(with: known(own, ["b"])) == known(own, ["a", "b"]))
    #expect(known(own, ["a"]).joined(with: known(own, ["a"], true)) == known(own, ["a"], true))
    #expect(known(own, ["a"]).joined(with: known(other, ["b"], true)) == known(own, ["a"]))
    let many = (0...ObservationMaker.limit).map { RelativePath(Array("f\($0)".utf8)) }
    #expect(known(own, ["a"]).joined(with: known(own, many)).isDifferent)
  }
}
