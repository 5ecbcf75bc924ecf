import Foundation
import GitBridge
import TestSupport
import Testing

struct MainLineTests {
  private func line(_ scene: Scene, at place: String = "", last count: Int) throws -> ([String], isCut: Bool)
  {
    let repository = try scene.open(place)
    let line = try repository.mainLine(upTo: try #require(try repository.headCommit()), last: count)
    for (step, next) in zip(line.steps, line.steps.dropFirst()) { #expect(step.parent == next.commit) }
    return (line.steps.map { "\($0.commit) \($0.parent) \($0.time)" }, line.isCut)
  }

  @Test func `it is the line that git rev-list follows by first parents`() throws {
    let scene = try Scene()
    for (step, name) in ["one", "two", "one", "two", "one"].enumerated() {
      let exists = (try? scene.git("rev-parse -q --verify refs/heads/\(name)")) != nil
      try scene.git(exists ? "checkout -q \(name)" : "checkout -q -b \(name)")
      try scene.write("\(step)\n", "\(name).txt")
      try scene.commit("step\(step)")
    }
    try scene.git("merge -q -m m two")
    let log = try scene.git("log --first-parent --min-parents=1 --format=%H+%P+%ct")
    let expected = log.split(separator: "\n").map { row in
      let parts = row.split(separator: "+")
      return "\(parts[0]) \(parts[1].split(separator: " ")[0]) \(parts[2])"
    }
    #expect(expected.count > 2)
    let found = try line(scene, last: 100)
    #expect(found.0 == expected && !found.isCut)
    #expect(try line(scene, last: 2).0 == Array(expected.prefix(2)))
  }

  @Test func `it ends where a shallow clone does, and says so`() throws {
    let scene = try Scene()
    for step in 0..<4 {
      try scene.write("\(step)\n", "a.txt")
      try scene.commit("\(step)")
    }
    try scene.git("clone -q --depth 3 file://\(scene.sandbox.path("repo")) ../shallow")
    let cut = try line(scene, at: "../shallow", last: 100)
    #expect(cut.0.count == 2 && cut.isCut)
    #expect(try !line(scene, at: "../shallow", last: 2).isCut)
  }
}
