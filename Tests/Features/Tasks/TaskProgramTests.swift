import Base
import Foundation
import Session
import TestSupport
import Testing

@testable import Features
@testable import Graph

/// Which programs a key holds.
@Suite struct TaskProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String) throws {
    try folder.write(text, to: "scripts/tool")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("scripts/tool"))
  }

  @Test(arguments: [
    "runner", "-S runner", "-S FOO=1 BAR=2 runner -x", "-i -u HOME runner", "-SFOO=1 runner", "-Srunner -x",
    "-C / runner",
  ])
  func theProgramThatEnvStartsIsTheInterpreter(words: String) throws {
    try write("#!/usr/bin/env \(words)\nexit 0\n")
    try folder.write("#!/bin/sh\n", to: "bin/runner")
    let runner = folder.path("bin/runner")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: runner)
    let instance = TaskInstance(
      TaskConfig(name: "lint", command: ["//scripts/tool"]), in: .package("Core"), modules: [])
    let surroundings = TaskProgram.Surroundings(
      root: folder.path, searchPath: "\(folder.path("bin")):/usr/bin:/bin", toolchain: "/nowhere")
    let program = try #require(TaskProgram(of: instance, in: surroundings, FileDigests()))
    #expect(program.places.contains(LocalFiles.resolved(runner) ?? runner))
  }

  @Test func aProgramIsReadAgainWhenItIsAnotherOne() throws {
    let config = TaskConfig(name: "lint", command: ["//scripts/tool"])
    let instance = TaskInstance(config, in: .package("Core"), modules: [])
    let surroundings = TaskProgram.Surroundings(
      root: folder.path, searchPath: "/usr/bin:/bin", toolchain: "/nowhere")
    let digests = FileDigests()
    let program = { TaskProgram(of: instance, in: surroundings, digests) }
    #expect(program() == nil)
    try write("#!/bin/sh\nexit 0\n")
    let first = try #require(program())
    #expect(program() == first)
    #expect(first.programs.keys.sorted() == ["interpreter", "program"])
    // As long as the other, and in its place.
    try write("#!/bin/sh\nexit 1\n")
    let second = try #require(program())
    #expect(second != first)
    #expect(second.programs["program"] != first.programs["program"])
    #expect(second.programs["interpreter"] == first.programs["interpreter"])
    // The same content, but nobody knows what was there in between.
    try write("#!/bin/sh\nexit 1\n")
    #expect(program()?.programs == second.programs)
    #expect(program() != second)
  }
}
