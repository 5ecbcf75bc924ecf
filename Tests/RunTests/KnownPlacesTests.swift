import Base
import Foundation
import Store
import TestSupport
import Testing

@testable import Session

@Suite struct KnownPlacesTests {
  private let test = ModuleID(package: "Core", name: "CoreTests")
  private let folder: TemporaryFolder
  private let places: Footprint.Places

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.txt", "names/b", "tree/deep/c"] { try folder.write("1", to: name) }
    places = Footprint.Places(
      files: ["a.txt", "absent"], folders: ["names"], trees: ["tree"], outside: [folder.path("beside")])
  }

  private var view: DiskView { DiskView(root: folder.path, memory: DiskMemory()) }

  private func known(_ places: Footprint.Places) -> KnownPlaces {
    KnownPlaces([test], Footprints([test: Footprint(tests: places)]), in: view)
  }

  @Test func `a pass that saw nothing gets all places that are known`() {
    let completed = known(places).completed(Observation([]), for: test, in: view)
    #expect(completed?.covers(places) == true)
    #expect(completed?.difference(upTo: .foreign, in: view) == nil)
    let other = known(places).completed(Observation([]), for: ModuleID(package: "", name: "Other"), in: view)
    #expect(other == Observation([]))
    #expect(known(.everything).completed(Observation([]), for: test, in: view) == Observation([]))
  }

  @Test func `what was seen itself counts as it was seen`() {
    let own = Observation.Sight(.workspace("a.txt"), .content, .absent, .foreign)
    let completed = known(places).completed(Observation([own]), for: test, in: view)
    #expect(completed?.sights.filter { $0.place == own.place && $0.aspect == .content } == [own])
    #expect(completed?.covers(places) == true)
  }

  @Test func `a link counts by its target, and a folder by its names`() throws {
    try folder.write("1", to: "other/deep/c")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "tree")
    let known = known(Footprint.Places(files: ["link"], outside: [folder.path("names")]))
    #expect(known.completed(Observation([]), for: test, in: view) != nil)
    try FileManager.default.removeItem(atPath: folder.path("link"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "other")
    #expect(known.completed(Observation([]), for: test, in: view) == nil)
    let names = self.known(Footprint.Places(outside: [folder.path("names")]))
    try folder.write("1", to: "names/new")
    #expect(names.completed(Observation([]), for: test, in: view) == nil)
  }

  @Test(arguments: ["a.txt", "absent", "names/new", "tree/deep/c", "beside"])
  func `nothing counts when a place changed during the run`(_ path: String) throws {
    let known = known(places)
    try folder.write("22", to: path)
    #expect(known.completed(Observation([]), for: test, in: view) == nil)
  }
}
