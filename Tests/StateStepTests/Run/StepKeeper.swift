import ProgramSupport
import TestSupport

/// Who brings the scratch folder of an earlier commit into a fresh clone.
enum StepKeeper: Sendable {
  /// Ambit itself.
  case ambit
  /// The test, by plain copying, with one rule about the times of files: the right one, or one of those that
  /// lead to stale results, to prove that they would be seen.
  case copying(TimeRule)

  enum TimeRule: String, Sendable, CaseIterable {
    /// An old time that is made from the content, changed or not.
    case fromContent
    /// The recorded time of that path, changed or not.
    case byPath
    /// The recorded time when the content is the recorded one, else the present.
    case recorded
  }

  var arguments: [String] {
    switch self {
    case .ambit: []
    case .copying: ["--no-state"]
    }
  }

  /// Before the build of a fresh clone.
  func restore(_ folder: ScenarioFolder) throws {
    guard case .copying(let rule) = self else { return }
    try folder.sh(
      """
      cd warm/work
      for commit in $(git rev-list HEAD); do
        if [ ! -e ../states/$commit ]; then continue; fi
        mkdir .build
        cp -a ../states/$commit/scratch .build/ambit
        find . -name .git -prune -o -name .build -prune -o -type f -print | while read -r file; do
          old=../states/$commit/inputs/$file
          \(Self.script(rule))
        done
        exit 0
      done
      """)
  }

  private static func script(_ rule: TimeRule) -> String {
    switch rule {
    case .recorded: #"if cmp -s "$file" "$old"; then touch -r "$old" "$file"; else touch "$file"; fi"#
    case .fromContent: #"touch -d "2001-01-01 $(cksum <"$file" | cut -c 1-4) seconds" "$file""#
    case .byPath: #"if [ -e "$old" ]; then touch -r "$old" "$file"; fi"#
    }
  }

  /// After a run in which everything passed.
  func save(_ folder: ScenarioFolder) throws {
    guard case .copying = self else { return }
    try folder.sh(
      """
      cd warm
      commit=$(git -C work rev-parse HEAD)
      rm -rf "states/$commit"
      mkdir -p "states/$commit/inputs"
      cp -a work/.build/ambit "states/$commit/scratch"
      cp -a work/Packages "states/$commit/inputs/Packages"
      """)
  }
}
