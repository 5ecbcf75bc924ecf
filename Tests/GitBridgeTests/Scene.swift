import Base
import Foundation
import GitBridge
import TestSupport

/// A repository to play with: `a.txt`, `dir/b.txt` and `run.sh` in a first commit.
struct Scene {
  let sandbox: GitSandbox
  let place: String

  init(_ place: String = "repo") throws {
    sandbox = try GitSandbox()
    self.place = place
    try sandbox.makeRepository(place)
    try write("a\n", "a.txt")
    try write("b\n", "dir/b.txt")
    try write("#!/bin/sh\n", "run.sh")
    chmod(path("run.sh"), 0o755)
    try sandbox.commitAll(place, "first")
  }

  func path(_ relative: String) -> String { sandbox.path(place + "/" + relative) }

  func write(_ text: String, _ relative: String) throws {
    try sandbox.folder.write(text, to: place + "/" + relative)
  }

  func remove(_ relative: String) throws { try FileManager.default.removeItem(atPath: path(relative)) }

  @discardableResult
  func git(_ command: String) throws -> String { try sandbox.git(place, command) }

  @discardableResult
  func commit(_ message: String = "next") throws -> String { try sandbox.commitAll(place, message) }

  func open(
    _ relative: String = "", environment more: [String: String] = [:], options: ScanOptions = ScanOptions()
  ) throws(Failure) -> Repository {
    try Repository.open(
      containing: relative.isEmpty ? sandbox.path(place) : path(relative),
      environment: sandbox.environment.merging(more) { $1 }, options: options)
  }

  /// The net changes since a revision, one line each: `modified unstaged a.txt`.
  func changes(since base: String = "HEAD") throws -> [String] {
    let repository = try open()
    return Self.lines(try repository.changesInWorkingTree(since: repository.resolve(base)))
  }

  func changes(from old: String, to new: String) throws -> [String] {
    let repository = try open()
    return Self.lines(try repository.changes(from: repository.resolve(old), to: repository.resolve(new)))
  }

  static func lines(_ changes: [FileChange]) -> [String] {
    changes.map { "\($0.kind.rawValue) \($0.origin.rawValue) \($0.path)" }
  }
}

/// The code of the Git error that `body` throws; nil when it throws none.
func gitErrorCode(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return (error as? Failure)?.code ?? "not a Git error: \(error)"
  }
}
