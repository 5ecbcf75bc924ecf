import Config
import Ownership
import Support

/// What has to be said in workspace.json and in CODEOWNERS so that new packages belong to the workspace, to their layer
/// and to their team.
struct Registration {
  private let ground: ScaffoldGround
  private var configuration: [UInt8]?
  private var codeOwners: [UInt8]?

  init(_ ground: ScaffoldGround) {
    self.ground = ground
    configuration = ground.configuration?.bytes
    codeOwners = ground.codeOwners?.bytes
  }

  /// Adds what is missing for one package. `onlyIfUnowned`: the owner is for where nobody else is.
  mutating func register(
    _ package: NewPackage, owner: String?, onlyIfUnowned: Bool
  ) throws(ScaffoldError) -> NewPackage {
    try list(package)
    try tag(package)
    var package = package
    let present = try owners(of: package)
    if let owner, !(onlyIfUnowned && !present.isUnowned) {
      let team = try ScaffoldOwner(owner, ground)
      if present.owners != [team.id] { try give(package, to: team) }
    }
    package.owners = try owners(of: package).owners
    if package.owners.isEmpty, ground.config.rules.requireOwner {
      throw ScaffoldError(
        .ownerNeeded, "nobody would own \(package.id), and the rules of the workspace ask for an owner")
    }
    return package
  }

  /// The files that have to change. What they come to must say what was meant.
  func edits(holding packages: [NewPackage]) throws(ScaffoldError) -> [FileEdit] {
    let config = try config()
    for package in packages {
      guard PackageSelection(from: [package.folder], config: config).folders == [package.folder],
        Set(package.tags).isSubset(of: config.tags(of: package.id)),
        try owners(of: package).owners == package.owners
      else {
        throw ScaffoldError(
          .noRegistration, "\(package.id) cannot be made known by additions to the workspace's files alone")
      }
    }
    var edits: [FileEdit] = []
    // CODEOWNERS first: until workspace.json is written, the workspace is what it was.
    if let file = ground.codeOwners, let codeOwners, codeOwners != file.bytes {
      edits.append(FileEdit(path: file.path, before: file.bytes, after: codeOwners))
    }
    if let file = ground.configuration, let configuration, configuration != file.bytes {
      edits.append(FileEdit(path: file.path, before: file.bytes, after: configuration))
    }
    return edits
  }
}

// MARK: workspace.json

extension Registration {
  /// By a pattern for the folder's neighbours, where it has none that were left out till now.
  private mutating func list(_ package: NewPackage) throws(ScaffoldError) {
    let config = try config()
    guard PackageSelection(from: [package.folder], config: config).folders.isEmpty else { return }
    let above = package.folder.parent
    let isNew = ((try? ground.tree.kind(of: above)) ?? nil) == nil
    let pattern = isNew && !above.isRoot ? "\(above)/*" : package.folder.description
    try add(JSONInsertion.quoted(pattern), to: ["packages"])
  }

  private mutating func tag(_ package: NewPackage) throws(ScaffoldError) {
    let missing = Set(package.tags).subtracting(try config().tags(of: package.id)).sorted()
    guard !missing.isEmpty else { return }
    let tags = missing.map(JSONInsertion.quoted).joined(separator: ", ")
    try add(
      "{\"match\": \(JSONInsertion.quoted("//\(package.folder):*")), \"tags\": [\(tags)]}", to: ["tags"])
  }

  private mutating func add(_ element: String, to path: [String]) throws(ScaffoldError) {
    guard let file = ground.configuration, let bytes = configuration else {
      throw ScaffoldError(
        .noRegistration,
        "there is no workspace.json to say in what \"\(path.joined(separator: "."))\" has to hold")
    }
    do throws(JSONInsertion.Problem) {
      configuration = TextInsertion.apply(
        try JSONInsertion.appending(element, toListAt: path, in: bytes), to: bytes)
    } catch {
      let place = TextPosition(of: error.offset, in: bytes)
      throw ScaffoldError(.noRegistration, "\(file.path):\(place): \(error.message)")
    }
  }

  private func config() throws(ScaffoldError) -> WorkspaceConfig {
    guard let file = ground.configuration, let configuration else { return ground.config }
    do throws(ConfigError) {
      return try WorkspaceConfig.parse(configuration, fileName: file.path.description)
    } catch {
      throw ScaffoldError(.noRegistration, error.message)
    }
  }
}

// MARK: Owners

extension Registration {
  private func owners(of package: NewPackage) throws(ScaffoldError) -> ResolvedOwners {
    ground.owners(try config(), codeOwners).owners(
      ofModule: package.id, folder: package.folder.appending("Sources/\(package.module)"))
  }

  /// In CODEOWNERS where that decides: hosts read it too. A rule of workspace.json stands above it, and GitLab's sections
  /// make the end of the file no place to add to.
  private mutating func give(_ package: NewPackage, to team: ScaffoldOwner) throws(ScaffoldError) {
    var isRuled = false
    if case .workspaceRule = try owners(of: package).source { isRuled = true }
    if !isRuled, let handle = team.handle, let file = ground.codeOwners, file.dialect == .github,
      let bytes = codeOwners
    {
      codeOwners = Self.line(for: ground.folder.appending(package.folder), handle, after: bytes)
      return
    }
    guard team.isDefined else {
      throw ScaffoldError(
        .noOwnerPlace,
        "there is no place to write that \"\(team.id)\" owns //\(package.folder): neither a CODEOWNERS file for "
          + "handles nor a team of workspace.json")
    }
    let match = JSONInsertion.quoted("/\(package.folder)/")
    try add("{\"match\": \(match), \"teams\": [\(JSONInsertion.quoted(team.id))]}", to: ["owners", "rules"])
  }

  /// The last line that matches holds.
  private static func line(for folder: RelativePath, _ handle: String, after bytes: [UInt8]) -> [UInt8] {
    let isDOS = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") }
    let end = Array((isDOS == true ? "\r\n" : "\n").utf8)
    let isOpen = !bytes.isEmpty && bytes.last != UInt8(ascii: "\n")
    let pattern = folder.description.split(separator: " ", omittingEmptySubsequences: false).joined(
      separator: "\\ ")
    return bytes + (isOpen ? end : []) + Array("/\(pattern)/ \(handle)".utf8) + end
  }
}

/// Whom `--owner` names.
struct ScaffoldOwner {
  /// As ownership calls it.
  let id: String
  /// As CODEOWNERS calls it.
  let handle: String?
  /// Whether it is one of `teams`.
  let isDefined: Bool

  init(_ name: String, _ ground: ScaffoldGround) throws(ScaffoldError) {
    let teams = ground.config.teams
    let byHandle = teams.filter { $0.value.handles.contains { Self.isSame($0, name) } }.keys.sorted()
    if let id = teams[name] != nil ? name : byHandle.count == 1 ? byHandle.first : nil {
      self.id = id
      handle = teams[id]?.handles.first.map(Self.written)
      isDefined = true
      return
    }
    let named =
      (ground.codeOwners.map { CodeOwners.parse($0.bytes, dialect: $0.dialect).file.namedOwners } ?? []).map(
        \.text)
    guard let known = named.first(where: { Self.isSame($0, name) }) else {
      let names = Set(teams.keys).union(named).sorted()
      let shown = Text.cut(Text.escapingControls(name), to: 100)
      throw ScaffoldError(
        .unknownTeam,
        "there is no team \"\(shown)\""
          + (names.isEmpty ? "" : "; there are \(names.joined(separator: ", "))"),
        nearest: NearestName.suggestion(for: String(name.prefix(100)), among: names))
    }
    id = known
    handle = known
    isDefined = false
  }

  private static func isSame(_ handle: String, _ name: String) -> Bool {
    written(handle).lowercased() == written(name).lowercased()
  }

  private static func written(_ handle: String) -> String { handle.contains("@") ? handle : "@\(handle)" }
}
