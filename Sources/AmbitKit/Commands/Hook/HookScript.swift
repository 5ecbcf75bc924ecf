import Platform
import Support

/// The text of the hook: as little as can be said in `sh`, since all else is `ambit hook run`.
struct HookScript {
  /// Tells our hook from anybody else's.
  static let mark = "# Written by `ambit hook install`; `ambit hook uninstall` removes it."

  /// The program that installed it; empty when that is not known.
  let ambit: String
  /// Where the workspace lies in the repository.
  let workspaceFolder: RelativePath

  var text: String {
    let place = workspaceFolder.isRoot ? [] : ["-C", String(decoding: workspaceFolder.bytes, as: UTF8.self)]
    let call = Command(executable: "hook", arguments: ["run"] + place).shellLine
    return """
      #!/bin/sh
      \(Self.mark)
      # Tests what a push contains. To push without it: git push --no-verify

      ambit=\(Command(executable: ambit).shellLine)
      former="$(dirname -- "$0")/\(HookFile.formerName)"

      refs=$(cat)
      [ -z "$refs" ] || refs="$refs
      "

      # The hook that was here before has the first word.
      if [ -x "$former" ]; then
        printf %s "$refs" | "$former" "$@" || exit
      fi

      if [ ! -x "$ambit" ]; then
        ambit=$(command -v ambit) || {
          echo "error: ambit is neither where it was when this hook was installed nor on PATH" >&2
          echo "hint: install it and run \\`ambit hook install\\` again, or push untested: git push --no-verify" >&2
          exit 1
        }
      fi
      printf %s "$refs" | "$ambit" \(call) -- "$@"

      """
  }
}
