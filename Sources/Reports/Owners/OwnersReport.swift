package import Base
package import Graph

/// Whom a change concerns, by the rules that held before it.
package struct OwnersReport: Sendable, Hashable {
  /// A team, or a handle that no team has claimed, with what of the change it owns.
  package struct Group: Sendable, Hashable {
    package let id: String
    /// How people call the team, and where to reach it; nil for a bare handle.
    package let name: String?
    package let contact: String?
    /// What hosts know it by.
    package let handles: [String]
    package let modules: [ModuleID]
    /// The changed files that it owns.
    package let files: [RelativePath]
    /// For a team that is merely reached: how the change gets to the nearest of its modules.
    package let path: DependencyPath?
  }

  /// From a module down to a changed one, and why that is affected.
  package struct DependencyPath: Sendable, Hashable {
    package let modules: [ModuleID]
    package let reason: [Reason]
  }

  /// A changed module on which modules of other teams stand.
  package struct Shared: Sendable, Hashable {
    package let module: ModuleID
    package let owners: [String]
    /// The owners of modules that depend on it directly, its own left out.
    package let teams: [String]
    /// How many modules of theirs do.
    package let dependents: Int
  }

  /// A changed module that files of several teams make up.
  package struct Mixed: Sendable, Hashable {
    package let module: ModuleID
    package let shares: OwnerShares
  }

  /// A module that the change removes, with those who owned it.
  package struct Deleted: Sendable, Hashable {
    package let module: ModuleID
    package let owners: [String]
  }

  /// Which state of CODEOWNERS and workspace.json the answers are taken from.
  package struct Rules: Sendable, Hashable {
    package let ref: String
    package let commit: String?
    /// Whether that is what the change is compared with: rules that the change itself brings do not count then.
    package let isBase: Bool

    package init(ref: String, commit: String?, isBase: Bool) {
      self.ref = ref
      self.commit = commit
      self.isBase = isBase
    }
  }

  package let revisions: ComparedRevisions
  package let rules: Rules
  /// Owners of modules and files that changed themselves.
  package let changed: [Group]
  /// Owners of modules that the change merely reaches; those who also own changed ones are left out.
  package let reached: [Group]
  /// Owners whose modules are merely rebuilt, since all that they import offers what it did; they need not be called. nil
  /// where that was not asked.
  package var rebuilt: [Group]? = nil
  /// True when modules were named: "changed" lists those.
  package var isByName = false
  package let shared: [Shared]
  package let mixed: [Mixed]
  package let deleted: [Deleted]
  /// Affected modules that nobody owns.
  package let unowned: [ModuleID]
  /// By id; every affected module has its owners here.
  package let owners: [ModuleID: [String]]
  package let fallback: Fallback?
  package let warnings: [Warning]

  /// Whether there is nobody to tell, and nothing that nobody could be told of.
  package var concernsNobody: Bool {
    changed.isEmpty && reached.isEmpty && unowned.isEmpty && deleted.isEmpty && rebuilt?.isEmpty ?? true
  }

  /// The fallback and the warnings, as people should see them.
  package var allWarnings: [Warning] { (fallback.map { [$0] } ?? []) + warnings }
}

/// Whether a change keeps what was asked of it.
package struct OwnerGate: Sendable, Hashable {
  /// Affected modules without an owner.
  package let unowned: Int

  package init(_ report: OwnersReport) { unowned = report.unowned.count }

  package var isHeld: Bool { unowned == 0 }
}

/// The owners of paths that somebody asked about.
package struct PathOwners: Sendable, Hashable {
  package let path: RelativePath
  package let owners: [String]

  package init(path: RelativePath, owners: [String]) {
    self.path = path
    self.owners = owners
  }
}

/// `ambit owners --json`.
package enum OwnersJSON {
  /// `gate` is nil when nothing was required.
  package static func text(_ report: OwnersReport, gate: OwnerGate? = nil) -> String {
    let held = gate.map { ["held": $0.isHeld, "unowned": $0.unowned] as JSON }
    return JSON.report(
      report.json, ["gate": held, "fallback": report.fallback, "warnings": report.warnings])
  }

  package static func text(_ paths: [PathOwners], _ warnings: [Warning]) -> String {
    let paths = paths.lazy.map { ["path": $0.path.description, "owners": $0.owners] as JSON }
    return JSON.report(["paths": paths, "warnings": warnings])
  }
}

extension OwnersReport {
  /// The fields of an owners report, warnings aside.
  package var json: JSON {
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
package enum OwnersGitHub {
  package static func text(_ report: OwnersReport, gate: OwnerGate? = nil) -> String {
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

/// Whom GitHub can be asked to request a review from. Addresses and GitLab's roles it does not take.
struct Reviewers {
  struct Team: Hashable {
    let organisation: String
    let slug: String
  }

  private(set) var users: [String] = []
  private(set) var teams: [Team] = []

  init(of groups: [OwnersReport.Group]) {
    for handle in Set(groups.flatMap(\.handles)).sorted() {
      // People leave the sign out of `handles`; an address has one inside.
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

  /// As `gh pr edit --add-reviewer` takes them.
  var names: [String] { users + teams.map { "\($0.organisation)/\($0.slug)" } }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
