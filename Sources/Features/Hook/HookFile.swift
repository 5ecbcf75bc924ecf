import Base
import GitBridge
import Reports
import Session

/// The pre-push hook of a repository: Ambit's or another one.
struct HookFile {
  private static let name = "pre-push"
  /// The name of the other hook while Ambit's hook is installed.
  static let previousName = "pre-push.before-ambit"

  private let folder: String
  private var file: String { "\(folder)/\(Self.name)" }
  private var previous: String { "\(folder)/\(Self.previousName)" }

  init(in folder: HooksFolder) throws(Failure) {
    guard !folder.isShared else {
      throw Failure(
        code: "shared-hooks",
        message:
          "your core.hooksPath puts the hooks of all repositories in \"\(folder.path)\"",
        hints: [
          "call `ambit hook run -- \"$@\"` from your own pre-push hook there, and pass on its standard input",
          "or use separate hooks in this repository: git config --local core.hooksPath .git/hooks",
        ])
    }
    // Husky finds its hooks by their own name, so a renamed hook would not run.
    guard !folder.path.hasSuffix("/.husky/_") else {
      throw Failure(
        code: "managed-hooks", message: "husky manages the hooks in \"\(folder.path)\"",
        hints: ["add this line to .husky/pre-push: ambit hook run -- \"$@\""])
    }
    self.folder = folder.path
  }

  /// The text of Ambit's hook. nil when there is none.
  private var ours: String? {
    LocalFiles.read(file).map { String(decoding: $0, as: UTF8.self) }.flatMap {
      $0.contains(HookScript.mark) ? $0 : nil
    }
  }
  private var isOurs: Bool { ours != nil }

  func install(_ script: HookScript) throws(Failure) -> HookReport {
    let wasOurs = isOurs
    if let other = ours.flatMap(HookScript.call(in:)), other != script.call {
      throw Failure(
        code: "hook-of-another-workspace",
        message: "\"\(file)\" tests another workspace of this repository: `ambit \(other)`",
        hints: [
          "to test only this workspace, remove it first: ambit hook uninstall",
          "to test both, remove it and call `ambit hook run` for each in your own pre-push hook",
        ])
    }
    let fresh = "\(file).new"
    guard LocalFiles.makeFolders(folder, mode: 0o755) else { throw failure("make the folder \"\(folder)\"") }
    LocalFiles.remove(fresh)
    guard LocalFiles.write(Array(script.text.utf8), to: fresh, permissions: 0o755) else {
      throw failure("write \"\(fresh)\"")
    }
    if !wasOurs, LocalFiles.isThere(file) { try keepFormer(fresh) }
    guard LocalFiles.move(fresh, to: file) else { throw failure("write \"\(file)\"") }
    return HookReport(
      change: wasOurs ? .updated : .installed, file: file,
      previous: LocalFiles.isThere(previous) ? previous : nil)
  }

  /// Gives the other hook its second name as a hard link. The rename that follows replaces the first name, so that
  /// there is a hook at all times.
  private func keepFormer(_ fresh: String) throws(Failure) {
    if LocalFiles.link(file, to: previous) { return }
    LocalFiles.remove(fresh)
    guard LocalFiles.isThere(previous) else { throw failure("keep the hook \"\(file)\"") }
    throw Failure(
      code: "two-former-hooks",
      message: "both \"\(file)\" and \"\(previous)\" exist, and neither is Ambit's",
      hints: ["remove one, or merge them: Ambit runs only one other hook"])
  }

  func uninstall() throws(Failure) -> HookReport {
    guard isOurs else { return HookReport(change: .absent, file: file, previous: nil) }
    guard LocalFiles.isThere(previous) else {
      LocalFiles.remove(file)
      guard !LocalFiles.isThere(file) else { throw failure("remove \"\(file)\"") }
      return HookReport(change: .removed, file: file, previous: nil)
    }
    guard LocalFiles.move(previous, to: file) else { throw failure("restore \"\(previous)\"") }
    return HookReport(change: .removed, file: file, previous: file)
  }

  private func failure(_ what: String) -> Failure {
    Failure(
      code: "hook-unwritable", message: "cannot \(what)", hints: ["check the permissions of \"\(folder)\""])
  }
}

/// The text of the hook in `sh`. It is short, since `ambit hook run` does the work.
struct HookScript {
  /// The line that identifies Ambit's hook.
  static let mark = "# Written by `ambit hook install`; `ambit hook uninstall` removes it."

  /// The path of the program that installed the hook; empty when it is not known.
  let ambit: String
  /// The workspace's folder in the repository.
  let workspaceFolder: RelativePath
  /// The name of the workspace's configuration in its folder.
  let configuration: RelativePath

  /// The arguments of Ambit, quoted for a shell: `hook run -C Apps`.
  var call: String {
    let place = workspaceFolder.isRoot ? [] : ["-C", String(decoding: workspaceFolder.bytes, as: UTF8.self)]
    let name = String(decoding: configuration.bytes, as: UTF8.self)
    let file = name == WorkspaceLocation.configurationName ? [] : ["--workspace", name]
    return Command(executable: "hook", arguments: ["run"] + place + file).shellLine
  }

  private static let callStart = #"printf %s "$refs" | "$ambit" "#
  private static let callEnd = #" -- "$@""#

  /// Returns the arguments with which an installed hook calls Ambit.
  static func call(in text: String) -> String? {
    let line = text.split(separator: "\n").last { $0.hasPrefix(callStart) && $0.hasSuffix(callEnd) }
    return line.map { String($0.dropFirst(callStart.count).dropLast(callEnd.count)) }
  }

  var text: String {
    """
    #!/bin/sh
    \(Self.mark)
    # Tests what a push contains. To push without it: git push --no-verify

    ambit=\(Command(executable: ambit).shellLine)
    former="$(dirname -- "$0")/\(HookFile.previousName)"

    refs=$(cat)
    [ -z "$refs" ] || refs="$refs
    "

    # The hook that was here before has the first word.
    if [ -x "$former" ]; then
      printf %s "$refs" | "$former" "$@" || exit
    fi

    if [ ! -x "$ambit" ]; then
      ambit=$(command -v ambit) || {
        echo "error: ambit is neither at its installed path nor on PATH" >&2
        echo "hint: install it and run \\`ambit hook install\\` again, or push untested: git push --no-verify" >&2
        exit 1
      }
    fi
    \(Self.callStart)\(call)\(Self.callEnd)

    """
  }
}

/// The result of `ambit hook install` and `uninstall`.
struct HookReport: Sendable, Hashable {
  enum Change: String, Sendable, Hashable {
    case installed
    /// The hook was there already. Its text is the same, or was brought up to date.
    case updated
    case removed, absent
  }

  let change: Change
  /// The hook's path.
  let file: String
  /// The path of another hook, which was there before. Ambit's hook runs it first; removing Ambit's hook puts it back.
  let previous: String?

  var json: String {
    JSON.report(["change": change.rawValue, "file": file, "former": previous])
  }

  var lines: [StyledText] {
    switch change {
    case .installed, .updated:
      ["\(change == .installed ? "Installed " : "Updated ", .good)\(file, .path)"]
        + (previous.map { ["Your previous hook runs first: \($0, .path)"] } ?? [])
        + [StyledText("To push without it: git push --no-verify", .dim)]
    case .removed:
      ["\("Removed ", .good)\(file, .path)"]
        + (previous.map { ["Your previous hook is back: \($0, .path)"] } ?? [])
    case .absent: ["Ambit has no hook at \(file, .path)"]
    }
  }
}
