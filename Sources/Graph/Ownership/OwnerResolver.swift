package import Base
import Xcode

/// Finds the teams that own a path or a module.
///
/// The rules of workspace.json come before CODEOWNERS: they were written for this tool, while CODEOWNERS also serves
/// the host's reviews. In each of the two the last match wins. A rule with no teams means that nobody owns the match,
/// and CODEOWNERS does not count then.
package struct OwnerResolver: Sendable {
  private let rules: [OwnerRule]
  private let codeOwners: CodeOwners?
  /// The workspace's folder in the repository. Paths in CODEOWNERS count from the repository, all others from the
  /// workspace.
  private let workspaceFolder: RelativePath
  /// The teams by their handles in lower case: the hosts ignore case in names.
  private let teamsByHandle: [String: [String]]
  /// The first spelling of each handle in CODEOWNERS, for handles that no team has.
  private let spellings: [String: String]

  package init(
    config: WorkspaceConfig, codeOwners: CodeOwners?, workspaceFolder: RelativePath = .root
  ) {
    rules = config.owners.rules
    self.codeOwners = codeOwners
    self.workspaceFolder = workspaceFolder
    var teams: [String: [String]] = [:]
    for (team, settings) in config.teams {
      for handle in settings.handles { teams[Self.normal(handle), default: []].append(team) }
    }
    teamsByHandle = teams
    let named = codeOwners?.namedOwners.map(\.text) ?? []
    spellings = Dictionary(named.map { (Self.normal($0), $0) }) { first, _ in first }
  }

  /// Returns the owners of a file. `modules` are the modules of the file, for rules about modules.
  package func owners(ofPath path: RelativePath, modules: [ModuleID] = []) -> ResolvedOwners {
    owners(ofAnyOf: [path], modules)
  }

  /// Returns the owners of a change in a submodule. Hosts see a single file there, the pointer at the folder's path. So
  /// the last rule for the pointer or the folder decides. Rules for files in the submodule do not count.
  package func owners(ofSubmodule folder: RelativePath, modules: [ModuleID] = []) -> ResolvedOwners {
    owners(ofAnyOf: [folder, Self.newFile(in: folder, ending: "")], modules)
  }

  private func owners(ofAnyOf paths: [RelativePath], _ modules: [ModuleID]) -> ResolvedOwners {
    let ruled = rule { match in
      switch match {
      case .modules(let pattern): modules.contains { pattern.matches($0) }
      case .paths(let pattern): paths.contains { pattern.covers($0) }
      }
    }
    return ruled ?? hostOwners(of: paths)
  }

  /// Returns the owners of a module. A target of a project has no folder of its own, so most of its sources decide.
  package func owners(of module: ModuleNode) -> ResolvedOwners {
    let folders = module.target?.sourceFolders ?? [:]
    guard !folders.isEmpty else {
      return owners(ofModule: module.id, folder: module.layout.folder ?? module.id.package)
    }
    return majority(
      of: folders.map { folder, files in
        (owners(ofPath: Self.newFile(in: folder), modules: [module.id]), files)
      })
  }

  /// Returns the owners of a module with a folder of its own. The last rule that matches the module or covers the
  /// folder decides. Without a rule, they are the owners of a new file in the folder.
  package func owners(ofModule module: ModuleID, folder: RelativePath) -> ResolvedOwners {
    let ruled = rule { match in
      switch match {
      case .modules(let pattern): pattern.matches(module)
      case .paths(let pattern): pattern.covers(folder)
      }
    }
    return ruled ?? owners(ofPath: Self.newFile(in: folder), modules: [module])
  }

  /// Returns the owners by the rule that decides about a path, if the rule is for such files. Its pattern then has the
  /// extension of the file, or of the project or workspace around it: `*.pbxproj`, `App/Shop.xcodeproj`. A rule for a
  /// whole folder gives no owner, also when its name has a dot: `/Shop.iOS/`.
  package func owners(namedFor path: RelativePath) -> [String] {
    let decisive = rules.lazy.compactMap { rule in
      if case .paths(let pattern) = rule.match, pattern.covers(path) {
        (pattern.text, rule.teams)
      } else {
        nil
      }
    }.last
    if let (text, teams) = decisive { return Self.names(text, path) ? teams : [] }
    return hostOwners(of: [path]) { Self.names($0.pattern, path) }.owners
  }
}

extension OwnerResolver {
  private func rule(where matches: (OwnerRule.Match) -> Bool) -> ResolvedOwners? {
    guard let index = rules.lastIndex(where: { matches($0.match) }) else { return nil }
    return ResolvedOwners(owners: rules[index].teams, source: .workspaceRule(index))
  }

  private func hostOwners(
    of paths: [RelativePath], where counts: (CodeOwnersMatch) -> Bool = { _ in true }
  ) -> ResolvedOwners {
    let paths = paths.map { workspaceFolder.appending($0) }
    let matches = codeOwners?.matches(forAnyOf: paths).filter(counts) ?? []
    guard !matches.isEmpty else { return .nobody }
    let names = matches.flatMap(\.owners).flatMap { owner in
      let name = Self.normal(owner.text)
      return teamsByHandle[name] ?? [spellings[name] ?? owner.text]
    }
    return ResolvedOwners(owners: names, source: .codeOwners(lines: matches.map(\.line)))
  }

  /// Returns true when a pattern has the extension of the file, or of the project or workspace around it.
  private static func names(_ pattern: String, _ path: RelativePath) -> Bool {
    path.withAncestors.contains { place in
      let name = place.lastComponent
      guard place == path || place.isXcodeContainer, let dot = name.lastIndex(of: UInt8(ascii: ".")),
        dot > name.startIndex
      else { return false }
      return pattern.contains(String(decoding: name[dot...], as: UTF8.self))
    }
  }

  /// Returns the path of a file that does not exist. Rules for the folder or for all such files match the path. Rules
  /// for single files, such as `/Core/Core.swift`, do not, since no rule names control characters.
  private static func newFile(in folder: RelativePath, ending: String = ".swift") -> RelativePath {
    folder.appending("\u{1}\u{1}\u{1}\(ending)")
  }

  /// Returns the answer for most files. "Nobody" counts like any other answer. Among equally frequent answers one with
  /// owners wins, then the first by name.
  private func majority(of answers: [(owners: ResolvedOwners, files: Int)]) -> ResolvedOwners {
    var votes: [[String]: Int] = [:]
    for answer in answers { votes[answer.owners.owners, default: 0] += answer.files }
    let winner = votes.max { left, right in
      if left.value != right.value { return left.value < right.value }
      if left.key.isEmpty != right.key.isEmpty { return left.key.isEmpty }
      return right.key.lexicographicallyPrecedes(left.key)
    }
    guard let owners = winner?.key, !owners.isEmpty else { return .nobody }
    // The lines are named only when all files have the same ones.
    let sources = Set(answers.map(\.owners.source))
    return ResolvedOwners(owners: owners, source: sources.count == 1 ? answers[0].owners.source : .files)
  }

  private static func normal(_ handle: String) -> String {
    // People leave the `@` out of `handles`; an e-mail address has one inside.
    handle.contains("@") ? handle.lowercased() : "@" + handle.lowercased()
  }
}

/// The owners of a file or module, with the rule that decides them.
package struct ResolvedOwners: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    /// A rule of `owners.rules` in workspace.json, counted from zero.
    case workspaceRule(Int)
    /// Lines of CODEOWNERS, one per section.
    case codeOwners(lines: [Int])
    /// Most of a module's files have these owners.
    case files
    /// No rule matches.
    case nobody
  }

  /// Ids of teams, and handles of no team as CODEOWNERS has them, sorted, each once.
  package let owners: [String]
  package let source: Source

  package static let nobody = ResolvedOwners(owners: [], source: .nobody)

  /// True when nobody owns it, with or without a rule that says so.
  package var isUnowned: Bool { owners.isEmpty }

  init(owners: some Sequence<String>, source: Source) {
    self.owners = Set(owners).sorted()
    self.source = source
  }
}

/// The owners of the files of a module.
package struct OwnerShares: Sendable, Hashable {
  package struct Share: Sendable, Hashable {
    /// A team, or a handle of no team; nil for files that nobody owns.
    package let owner: String?
    package let files: Int
  }

  /// The number of files. A file with two owners counts for both.
  package let files: Int
  /// The shares, the largest first, files without owners last.
  package let shares: [Share]
  /// True when some files have other owners than the rest. Files that two teams own together do not count as mixed when
  /// all files have both. Files without owners do not count.
  package let isMixed: Bool

  init(_ answers: [ResolvedOwners]) {
    files = answers.count
    var counts: [String: Int] = [:]
    for owner in answers.flatMap(\.owners) { counts[owner, default: 0] += 1 }
    let named = counts.map { Share(owner: $0.key, files: $0.value) }.sorted { left, right in
      left.files != right.files ? left.files > right.files : (left.owner ?? "") < (right.owner ?? "")
    }
    let unowned = answers.count(where: \.isUnowned)
    shares = named + (unowned > 0 ? [Share(owner: nil, files: unowned)] : [])
    isMixed = Set(answers.map(\.owners).filter { !$0.isEmpty }).count > 1
  }

  /// Returns the share's part of the module's files, from 0 to 1.
  package func part(of share: Share) -> Double { Double(share.files) / Double(max(files, 1)) }
}

extension OwnerResolver {
  /// Returns the owners of each of a module's `files`.
  package func shares(ofModule module: ModuleID, files: [RelativePath]) -> OwnerShares {
    OwnerShares(files.map { owners(ofPath: $0, modules: [module]) })
  }
}
