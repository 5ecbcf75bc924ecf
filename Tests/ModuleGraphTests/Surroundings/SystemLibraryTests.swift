import Base
import Foundation
import TestSupport
import Testing

@testable import Graph

struct SystemLibraryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Name: foo\nDescription: x\nVersion: 1.2\nCflags: -I\(folder.path)/include\nLibs: -lfoo\n",
      to: "pc/foo.pc")
    try folder.write("#include \"foo/deep.h\"\n", to: "include/foo.h")
    try folder.write("int deep;\n", to: "include/foo/deep.h")
    try folder.write("int other;\n", to: "include/other.h")
    try folder.write("", to: "Foo/module.modulemap")
  }

  private func library(
    _ pkgConfig: String? = "foo", root: String = "/none", at: String = "Foo/module.modulemap",
    names: String = "header \"foo.h\" link \"foo\"", tools: String = "/usr/local/bin:/usr/bin:/bin"
  ) -> SystemLibrary {
    let environment = ["PATH": tools, "PKG_CONFIG_PATH": folder.path("pc")]
    var libraries = SystemLibraries(
      environment: environment, workspaceRoot: root, cacheFolder: folder.path("cache"))
    let map = Array("module Foo [system] { \(names) }".utf8)
    let found = libraries.library(
      SystemLibraryRequest(pkgConfig: pkgConfig, files: [.init(path: folder.path(at), bytes: map)]))
    libraries.save()
    return found
  }

  @Test func `what pkg-config says and the headers behind the module map are known`() {
    let found = library()
    #expect(found.version == "1.2")
    #expect(found.flags == ["-I\(folder.path)/include", "-lfoo"])
    #expect(found.headerCount == 2)
    // The second time it is remembered.
    #expect(library() == found)
  }

  @Test(arguments: ["include/foo.h", "include/foo/deep.h", "pc/foo.pc"])
  func `a change of what was read is noticed`(path: String) throws {
    let before = library()
    let text = try String(contentsOfFile: folder.path(path), encoding: .utf8)
    try folder.write(text.replacing("1.2", with: "1.3") + "\n", to: path)
    #expect(path.hasSuffix(".h") ? library().headers != before.headers : library().version == "1.3")
  }

  @Test func `a header that nothing includes does not count`() throws {
    let before = library()
    try folder.write("int changed;\n", to: "include/other.h")
    #expect(library() == before)
  }

  @Test(arguments: [
    "header \"../include/other.h\"", "private textual header \"../include/other.h\"",
    "umbrella \"../include\"", "umbrella header \"../include/foo.h\"",
  ])
  func `what a module map names by relative paths counts`(names: String) throws {
    let before = library(names: names)
    #expect(before.headerCount > 0)
    try folder.write("int changed;\n", to: "include/other.h")
    #expect(library(names: names) != before)
  }

  @Test func `a header that appears in an umbrella, or before another, is noticed`() throws {
    let umbrella = "umbrella \"../include\""
    let before = library(names: umbrella)
    try folder.write("int new;\n", to: "include/foo/new.h")
    #expect(library(names: umbrella) != before)
    let named = library()
    try folder.write("int first;\n", to: "Foo/foo.h")
    #expect(library() != named)
  }

  @Test func `what lies in the workspace is known otherwise`() throws {
    #expect(library(root: folder.path, names: "header \"../include/other.h\"").headerCount == 0)
  }

  @Test func `an unknown library is one too`() {
    #expect(library("nobody-has-this").version == nil)
    #expect(library(nil).version == nil)
  }

  @Test func `what pkg-config could not say is asked again`() throws {
    var version: String? { library(tools: folder.path("tools")).version }
    #expect(version == nil, "there is none")
    let tool = folder.path("tools/pkg-config")
    try folder.write(
      "#!/bin/sh\ntest -e \(folder.path("cured")) || kill -9 $$\necho 1.5\n", to: "tools/pkg-config")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    #expect(version == nil, "it is killed")
    try folder.write("", to: "cured")
    #expect(version == "1.5")
  }

  @Test func `places in the workspace are those in the workspace`() throws {
    #expect(library(root: folder.path).flags.first == "-I<workspace>/include")
  }

  @Test func `a damaged memory is no memory`() throws {
    let before = library()
    let file = folder.path("cache/system-libraries-4")
    var bytes = try Data(contentsOf: URL(filePath: file))
    bytes[40] ^= 1
    try bytes.write(to: URL(filePath: file))
    #expect(library() == before)
  }
}
