import Base
import Graph
import SwiftSources

/// What the processes of one test module executed, where they are built to write it down: each process leaves a file when
/// it ends, and one that crashes leaves none.
struct ExecutionProfile {
  let tested: TestedModule
  let commands: SwiftCommands
  let supervisor: ProcessSupervisor

  /// Where nobody wants to know.
  static let nowhere = "/dev/null"
  static let variable = "LLVM_PROFILE_FILE"

  /// Beside what was built, where nothing counts as looked at.
  private var folder: String {
    "\(tested.package.scratchFolder)/ambit-profiles-\(ModuleNames.compiled(tested.id.name))"
  }

  /// For every process, also those that tests start, a file of its own.
  var pattern: String { "\(folder)/%p-%m.profraw" }

  func clear() { LocalFiles.removeTree(folder) }

  /// nil when it cannot be told.
  func covered() -> CoveredFiles? {
    defer { clear() }
    let raw = LocalFiles.entries(in: folder).map(\.name).filter { $0.hasSuffix(".profraw") }.sorted()
    // Nothing ran.
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

  /// Of the workspace, and none of what builds make or fetch.
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

  /// What a tool of the toolchain prints; nil when it fails.
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
