import Base
import Graph
import Reports

/// The owners of everything that a change affects, by the rules of the base.
struct OwnersReport: Sendable, Hashable {
  /// A team, or a handle without a team, and the part of the change that it owns.
  struct Group: Sendable, Hashable {
    let id: String
    /// The team's name for people. `contact` says where to reach the team. Both are nil for a bare handle.
    let name: String?
    let contact: String?
    /// The team's names on hosts: `@shop/payments`.
    let handles: [String]
    let modules: [ModuleID]
    /// The changed files that the team owns.
    let files: [RelativePath]
    /// The path from the nearest of the team's modules to the change. Only a team that is merely reached has one.
    let path: DependencyPath?
  }

  /// A path of dependencies from a module to a changed one, with the reason of the change.
  struct DependencyPath: Sendable, Hashable {
    let modules: [ModuleID]
    let reason: [Reason]
  }

  /// A changed module that modules of other teams depend on.
  struct Shared: Sendable, Hashable {
    let module: ModuleID
    let owners: [String]
    /// The owners of modules that depend on it directly, except its own owners.
    let teams: [String]
    /// The number of modules of other teams that depend on it directly.
    let dependents: Int
  }

  /// A changed module whose files belong to several teams.
  struct Mixed: Sendable, Hashable {
    let module: ModuleID
    let shares: OwnerShares
  }

  /// A module that the change deletes, with its owners.
  struct Deleted: Sendable, Hashable {
    let module: ModuleID
    let owners: [String]
  }

  /// The revision whose CODEOWNERS and workspace.json decide the owners.
  struct Rules: Sendable, Hashable {
    let ref: String
    let commit: String?
    /// True when that revision is the base. Then rules that the change itself adds do not count.
    let isBase: Bool
  }

  let revisions: ComparedRevisions
  let rules: Rules
  /// The owners of changed modules and files.
  let changed: [Group]
  /// The owners of modules that the change merely reaches. Owners of changed modules are left out.
  let reached: [Group]
  /// Owners whose modules are only rebuilt: no interface below them changed, so nobody has to call them. nil where the
  /// command line did not ask.
  var rebuilt: [Group]? = nil
  /// True when the user named modules: `changed` lists these.
  var isByName = false
  let shared: [Shared]
  let mixed: [Mixed]
  let deleted: [Deleted]
  /// The affected modules without an owner.
  let unowned: [ModuleID]
  /// The owners of each affected module, by its id.
  let owners: [ModuleID: [String]]
  let fallback: Fallback?
  let warnings: [Warning]

  /// True when nobody is concerned: nothing is owned, reached, unowned, deleted or rebuilt.
  var concernsNobody: Bool {
    changed.isEmpty && reached.isEmpty && unowned.isEmpty && deleted.isEmpty && rebuilt?.isEmpty ?? true
  }

  var allWarnings: [Warning] { warnings.explaining(fallback) }
}

/// The result of `ambit owners --require-owner`.
struct OwnerGate: Sendable, Hashable {
  /// Affected modules without an owner.
  let unowned: Int

  init(_ report: OwnersReport) { unowned = report.unowned.count }

  var isHeld: Bool { unowned == 0 }
}

/// The owners of a path that the user asked about.
struct PathOwners: Sendable, Hashable {
  let path: RelativePath
  let owners: [String]
}

enum OwnersJSON {
  /// `gate` is nil when the command line required no owners.
  static func text(_ report: OwnersReport, gate: OwnerGate? = nil) -> String {
    let held = gate.map { ["held": $0.isHeld, "unowned": $0.unowned] as JSON }
    return JSON.report(
      report.json, ["gate": held, "fallback": report.fallback, "warnings": report.warnings])
  }

  static func text(_ paths: [PathOwners], _ warnings: [Warning]) -> String {
    let paths = paths.lazy.map { ["path": $0.path.description, "owners": $0.owners] as JSON }
    return JSON.report(["paths": paths, "warnings": warnings])
  }
}

extension OwnersReport {
  /// The fields of an owners report, except warnings.
  var json: JSON {
    [
      "base": revisions.base?.json, "head": revisions.head.json, "rules": rules.json,
      "changed": changed.map(\.json), "reached": reached.map(\.json), "rebuilt": rebuilt?.map(\.json),
      "shared": shared.map(\.json), "mixed": mixed.map(\.json), "deleted": deleted.map(\.json),
      "unowned": unowned.map(\.description),
    ]
  }
}

extension OwnersReport.Rules {
  fileprivate var json: JSON { ["ref": ref, "commit": commit, "from": isBase ? "base" : "head"] }
}

extension OwnersReport.Group {
  fileprivate var json: JSON {
    [
      "team": id, "name": name, "contact": contact, "handles": handles,
      "modules": modules.map(\.description), "files": files.map(\.description),
      "path": OptionalField(path?.modules.map(\.description)),
      "reason": OptionalField(path?.reason.map(\.json)),
    ]
  }
}

extension OwnersReport.Shared {
  fileprivate var json: JSON {
    ["module": module.description, "owners": owners, "teams": teams, "dependents": dependents]
  }
}

extension OwnersReport.Mixed {
  fileprivate var json: JSON {
    let parts: [JSON] = shares.shares.map { share in
      ["team": share.owner, "files": share.files, "share": shares.part(of: share)]
    }
    return ["module": module.description, "files": shares.files, "shares": parts]
  }
}

extension OwnersReport.Deleted {
  fileprivate var json: JSON { ["module": module.description, "owners": owners] }
}

/// `ambit owners --format github`: outputs of a step of GitHub Actions, to be added to `$GITHUB_OUTPUT`.
enum OwnersGitHub {
  static func text(_ report: OwnersReport, gate: OwnerGate? = nil) -> String {
    let reviewers = Reviewers(of: report.changed)
    return GitHubOutputs.text([
      ("any", report.concernsNobody ? "false" : "true"),
      ("teams", report.changed.map(\.id).compactJSON),
      ("reached", report.reached.map(\.id).compactJSON),
      ("reviewers", reviewers.users.compactJSON),
      ("team-reviewers", reviewers.teams.map(\.slug).compactJSON),
      ("add-reviewers", reviewers.names.joined(separator: ",")),
      ("notify", Reviewers(of: report.reached).names.compactJSON),
      ("unowned", report.unowned.map(\.description).compactJSON),
      ("held", gate?.isHeld == false ? "false" : "true"),
    ])
  }
}

/// The users and teams that GitHub can ask for a review. GitHub takes neither mail addresses nor GitLab's roles.
struct Reviewers {
  struct Team: Hashable {
    let organisation: String
    let slug: String
  }

  private(set) var users: [String] = []
  private(set) var teams: [Team] = []

  init(of groups: [OwnersReport.Group]) {
    for handle in Set(groups.flatMap(\.handles)).sorted() {
      // People may omit the sign in `handles`. A mail address has one within.
      let name = handle.hasPrefix("@") ? handle.dropFirst() : Substring(handle)
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.allSatisfy(Self.isName) else { continue }
      switch parts.count {
      case 1: users.append(String(name))
      case 2: teams.append(Team(organisation: String(parts[0]), slug: String(parts[1])))
      default: continue
      }
    }
    users = Set(users).sorted()
    teams = Set(teams).sorted { ($0.organisation, $0.slug) < ($1.organisation, $1.slug) }
  }

  /// The names for `gh pr edit --add-reviewer`.
  var names: [String] { users + teams.map { "\($0.organisation)/\($0.slug)" } }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIWord || "-.".utf8.contains($0) }
  }
}
