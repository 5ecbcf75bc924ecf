import Base
import Graph
import SwiftSources

/// The coverage of one test module's processes. Each process that ends well writes a file. A process that crashes
/// writes none.
struct ExecutionProfile {
  let tested: TestedModule
  let commands: SwiftCommands
  let supervisor: ProcessSupervisor

  /// The value that makes programs write no coverage.
  static let nowhere = "/dev/null"
  static let variable = "LLVM_PROFILE_FILE"

  /// A folder beside the build's outputs, since reads there do not count as inputs.
  private var folder: String {
    "\(tested.package.scratchFolder)/ambit-profiles-\(ModuleNames.compiled(tested.id.name))"
  }

  /// The pattern that gives each process its own file, including processes that tests start.
  var pattern: String { "\(folder)/%p-%m.profraw" }

  func clear() { LocalFiles.removeTree(folder) }

  /// Returns the covered lines. nil when they are unknown.
  func covered() -> CoveredFiles? {
    defer { clear() }
    let raw = LocalFiles.entries(in: folder).map(\.name).filter { $0.hasSuffix(".profraw") }.sorted()
    // No process wrote coverage, so nothing ran.
    guard !raw.isEmpty else { return CoveredFiles() }
    let (list, profile) = ("\(folder)/files", "\(folder)/all.profdata")
    let names = raw.map { "\(folder)/\($0)\n" }.joined()
    guard LocalFiles.write(Array(names.utf8), to: list),
      tool(
        "llvm-profdata", ["merge", "-sparse", "--failure-mode=all", "--input-files=\(list)", "-o", profile])
        != nil,
      let trace = tool(
        "llvm-cov", ["export", "-format=lcov", "-instr-profile", profile, program])
    else { return nil }
    return TraceFile.parse(trace, place)
  }

  private var program: String { "\(commands.productFolder(tested.package))/\(tested.product.file)" }

  /// Returns the path in the workspace. nil for other files, and for files that builds make or fetch.
  private func place(_ path: ArraySlice<UInt8>) -> RelativePath? {
    let package = tested.package
    let own = RelativePath(Array(package.absoluteFolder.utf8))
    let up = RelativePath(
      Array(repeatElement("..", count: package.folder.components.count).joined(separator: "/").utf8))
    let root = own.appending(up)
    let scratch = RelativePath(Array(LocalFiles.folder(of: package.scratchFolder).utf8))
    let file = RelativePath(path)
    guard !file.isInside(scratch), let inside = file.relative(to: root) else { return nil }
    return inside
  }

  /// Returns the output of a tool of the toolchain. nil when the tool fails.
  private func tool(_ name: String, _ arguments: [String]) -> [UInt8]? {
    let command = Command(
      executable: "\(LocalFiles.folder(of: commands.swift))/\(name)", arguments: arguments,
      environment: commands.environment.swiftPM, workingFolder: "/")
    var printed: [UInt8] = []
    let status = try? command.stream(supervisor: supervisor) { stream, bytes in
      if stream == .stdout { printed += bytes }
    }
    return status?.isSuccess == true ? printed : nil
  }
}
