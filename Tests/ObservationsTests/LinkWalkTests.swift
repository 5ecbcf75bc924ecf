import Base
import Foundation
import TestSupport
import Testing

@testable import Store

/// Paths are followed as the system follows them.
struct LinkWalkTests {
  @Test(arguments: 1...20)
  func leadsWhereTheSystemGoes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var folders = [""]
    for number in 0..<6 {
      let name = "\(folders.randomElement(using: &random) ?? "")d\(number)/"
      try folder.write("x", to: "\(name)f")
      folders.append(name)
    }
    var links: [String] = []
    for number in 0..<6 {
      let place = folders.randomElement(using: &random) ?? ""
      let target = folders.randomElement(using: &random) ?? ""
      let name = "\(place)l\(number)"
      let up = String(repeating: "../", count: place.filter { $0 == "/" }.count)
      let text = Bool.random(using: &random) ? folder.path(target) : "\(up)\(target)."
      try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: text)
      links.append(name)
    }
    for _ in 0..<60 {
      let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        ["..", ".", "f", "none"].randomElement(using: &random).map { part in
          Bool.random(using: &random) ? part : (links + folders).randomElement(using: &random) ?? part
        } ?? "."
      }
      let path = Array((folder.path + "/" + parts.joined(separator: "/")).utf8)
      guard let real = ByteFiles.resolved(path) else { continue }
      var walk = LinkWalk()
      #expect(walk.walk(path, follows: true)?.path == real, "\(String(decoding: path, as: UTF8.self))")
    }
  }

  @Test func namesTheLinksOnTheWay() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "real/f")
    try FileManager.default.createSymbolicLink(atPath: folder.path("one"), withDestinationPath: "two")
    try FileManager.default.createSymbolicLink(atPath: folder.path("two"), withDestinationPath: "real")
    try FileManager.default.createSymbolicLink(atPath: folder.path("round"), withDestinationPath: "round")
    var walk = LinkWalk()
    let found = walk.walk(Array(folder.path("one/f").utf8), follows: true)
    let walked = try #require(found)
    #expect(walked.path == Array(folder.path("real/f").utf8))
    #expect(walked.links == ["one", "two"].map { Array(folder.path($0).utf8) })
    #expect(walk.walk(Array(folder.path("two").utf8), follows: false)?.path == Array(folder.path("two").utf8))
    #expect(walk.walk(Array(folder.path("round/f").utf8), follows: true) == nil)
  }
}
