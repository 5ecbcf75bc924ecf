package import Base

/// Converts the observed requests to sights that can be compared later: places without links, their state, and their
/// cover.
package struct ObservationMaker {
  /// The limit on places. Beyond it, folders replace the places in them.
  package static let limit = 10_000
  /// The limit on nested interpreters. The kernel follows no more.
  private static let mostInterpreters = 5

  private let roots: SeenRoots
  private let view: DiskView
  private var walk = LinkWalk()
  private var states: [Question: SeenState] = [:]
  private var obstacle: ObservationObstacle?
  /// Returns true for a place in the workspace that the tests make themselves.
  package var isOwn: (RelativePath) -> Bool = { _ in false }
  /// Says whether Git ignores a place in the workspace: what is written there is no change of the tree.
  package var isIgnored: (RelativePath) -> Bool = { _ in false }
  /// Other written places of the workspace.
  package private(set) var written: Set<RelativePath> = []
  /// Written places that Git ignores.
  package private(set) var outputs: Set<RelativePath> = []
  /// True when a file of the system was read that is not among the sights.
  package private(set) var sawThisSystem = false
  /// True when the tests looked at files that the build left beside the products and that are not among the sights.
  package private(set) var sawScratch = false

  private struct Question: Hashable {
    let place: SeenPlace
    let aspect: Aspect
  }

  package init(_ roots: SeenRoots, _ view: DiskView) {
    self.roots = roots
    self.view = view
  }

  /// The places that the test looked at, also after an obstacle. Not all of their states are known then.
  package func met(cover: (RelativePath, Aspect) -> Cover) -> Observation {
    Observation(
      sights(cover).filter { sight in
        if case .workspace(let path) = sight.place { !outputs.contains(path) } else { true }
      })
  }

  private func sights(_ cover: (RelativePath, Aspect) -> Cover) -> [Observation.Sight] {
    states.flatMap { question, state in
      [question.place, roots.beside(question.place)].compactMap(\.self).map { place in
        Observation.Sight(place, question.aspect, state, place.cover(by: cover, question.aspect))
      }
    }
  }

  /// Makes the observation when the test is over. `cover` returns the cover of a place in the workspace.
  package mutating func make(
    of files: ObservedFiles, limit: Int = Self.limit, cover: (RelativePath, Aspect) -> Cover
  ) -> Result<Observation, ObservationObstacle> {
    if let reason = files.blindness.reason {
      note(.unseen(reason))
      // From another root the same paths lead to other files.
      if files.blindness.contains(.root) { return .failure(.unseen(reason)) }
    }
    // All accesses are read even after an obstacle. A later obstacle may be worse, and all paths must be known.
    for access in files.accesses { add(access) }
    if let obstacle {
      // A test that writes is judged by the files that it met before, and these are not known.
      guard !obstacle.forbidsRecord, let output = outputs.min() else { return .failure(obstacle) }
      return .failure(.writes(.workspace(output)))
    }
    let folded = Folding(view, limit: limit).folded(sights(cover)).map(Observation.init)
    guard case .failure = folded, let output = outputs.min() else { return folded }
    return .failure(.writes(.workspace(output)))
  }
}

// MARK: One access

extension ObservationMaker {
  private mutating func add(_ access: FileAccess, depth: Int = 0) {
    guard !roots.isMadeUp(access.path) else { return }
    let follows = access.kinds.isDisjoint(with: [.lookAtLink, .followLink]) || access.kinds.contains(.read)
    // A circle of links is looked at where it begins.
    let walked =
      walk.walk(access.path, follows: follows) ?? walk.walk(access.path, follows: false)
      ?? LinkWalk.Walked(path: access.path)
    guard !roots.isMadeUp(walked.path) else { return }
    if access.kinds.contains(.read), access.state?.kind == .other {
      return note(
        .unseen("it opens \"\(SeenPlace.outside(walked.path).text)\", which another process may fill"))
    }
    for link in walked.links { addLink(link) }
    // Foundation looks for its own data below /usr/share, where there is none.
    if access.state != nil, roots.isOfThisSystem(walked.path) || roots.isOfThisSystem(access.path) {
      sawThisSystem = true
    }
    if let kind = access.state?.kind, kind != .folder || access.kinds.contains(.list),
      roots.isScratch(walked.path)
    {
      sawScratch = true
    }
    let isProgram = access.kinds.contains(.run)
    guard let place = isProgram ? roots.place(ofProgram: walked.path) : roots.place(of: walked.path) else {
      return
    }
    if case .workspace(let path) = place, isOwn(path) { return }
    if access.kinds.contains(.write), note(writing: access, at: place) { return }
    if access.kinds.contains(.time) { note(.times(place)) }
    for aspect in Self.aspects(of: access) where !isSure(aspect, of: place, access) {
      add(access, place, aspect)
    }
    if isProgram, access.state?.kind == .file { addInterpreter(of: walked.path, depth: depth) }
  }

  /// Adds the program behind `#!`. The kernel opens it itself, so no request is seen.
  private mutating func addInterpreter(of script: [UInt8], depth: Int) {
    guard depth < Self.mostInterpreters, let line = Self.interpreter(of: script) else { return }
    guard line.first == UInt8(ascii: "/") else {
      // The path is relative to the folder of the caller, which is unknown.
      return note(
        .unseen("it runs \"\(SeenPlace.outside(script).text)\", whose interpreter has a relative path"))
    }
    let state = FileAccess.State(of: line, followingLinks: true)
    add(FileAccess(path: line, kinds: .run, state: state), depth: depth + 1)
  }

  /// Returns the path on the first line of a script, or nil for another file.
  private static func interpreter(of script: [UInt8]) -> [UInt8]? {
    // The kernel reads no more than this of the line.
    guard let start = try? ByteFiles.start(of: script, 256), start.starts(with: Array("#!".utf8)) else {
      return nil
    }
    let line = start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return Array(line.drop(while: isSpace).prefix { !isSpace($0) && $0 != 0 })
  }

  /// Records an obstacle. One that forbids a record replaces one that does not.
  private mutating func note(_ new: ObservationObstacle) {
    guard let obstacle, !(new.forbidsRecord && !obstacle.forbidsRecord) else {
      obstacle = new
      return
    }
  }

  /// Returns true when the folder is no link and exists as long as the test runs.
  private func isSure(_ aspect: Aspect, of place: SeenPlace, _ access: FileAccess) -> Bool {
    switch aspect {
    case .kind: roots.holdsWorkspace(place) || roots.holdsProducts(place)
    case .linkKind, .target: access.state?.kind == .folder && roots.holdsProducts(place)
    case .content, .names, .tree: false
    }
  }

  private mutating func addLink(_ path: [UInt8]) {
    guard let place = roots.place(of: path) else { return }
    if case .workspace(let path) = place, isOwn(path) { return }
    states[Question(place: place, aspect: .target)] = view.state(of: place, .target)
  }

  /// Records a write. Returns true when the test made the file itself, so that only its absence came from elsewhere.
  private mutating func note(writing access: FileAccess, at place: SeenPlace) -> Bool {
    if case .workspace(let path) = place, isChanged(access, place) {
      if isIgnored(path) {
        outputs.insert(path)
      } else {
        note(.writes(place))
        written.insert(path)
      }
    }
    let isNew =
      access.state == nil && access.firstKinds.contains(.write) && !access.firstKinds.contains(.read)
    // The old content was thrown away.
    let isReplaced = access.firstKinds == .write
    // To write over a file that may be there is no question. A file that is gone again was not there before.
    if isNew, !isReplaced || !isLeft(place) { states[Question(place: place, aspect: .kind)] = .absent }
    return isNew || isReplaced
  }

  /// True for a place in the workspace where the test left something.
  private func isLeft(_ place: SeenPlace) -> Bool {
    guard case .workspace(let path) = place else { return false }
    return outputs.contains(path) || written.contains(path)
  }

  private func isChanged(_ access: FileAccess, _ place: SeenPlace) -> Bool {
    guard let path = view.path(of: place) else { return true }
    let now = FileAccess.State(of: path, followingLinks: access.hasFollowedLinks)
    // A file that it made and removed again is no change.
    guard let before = access.state else { return now != nil || FileFacts(of: path) != nil }
    if before.kind == .folder, now?.kind == .folder { return false }
    return before != now
  }

  private static func aspects(of access: FileAccess) -> [Aspect] {
    let (kinds, kind) = (access.kinds, access.state?.kind)
    var aspects: [Aspect] = []
    if !kinds.isDisjoint(with: [.read, .run]) {
      aspects.append(kind == .folder ? .kind : .content)
    } else if kinds.contains(.look) {
      aspects.append(.kind)
    }
    if kinds.contains(.lookAtLink) { aspects.append(.linkKind) }
    // Git, Python and many other programs take a file's time for its content.
    if !kinds.isDisjoint(with: [.look, .lookAtLink]), kind == .file, !aspects.contains(.content) {
      aspects.append(.content)
    }
    if kinds.contains(.lookAtLink), kind == .link { aspects.append(.target) }
    if kinds.contains(.list) { aspects.append(.names) }
    if kinds.contains(.followLink) { aspects.append(.target) }
    return aspects
  }

  private mutating func add(_ access: FileAccess, _ place: SeenPlace, _ aspect: Aspect) {
    let question = Question(place: place, aspect: aspect)
    guard states[question] == nil else { return }
    if let obstacle, obstacle.forbidsRecord {
      // Without a record only the places count, so nothing is read.
      if !isLeft(place) || access.firstKinds.contains(.read) { states[question] = Self.unread(access) }
      return
    }
    guard let before = access.state else {
      // The place was absent, even if a file was made there since. A link may have led nowhere, so its state is read.
      let isLink = aspect == .linkKind || aspect == .target
      states[question] = isLink ? view.state(of: place, aspect) : .absent
      return
    }
    guard isAsBefore(before, access, aspect, place) else {
      states[question] = Self.unread(access)
      return note(.changed(place))
    }
    guard let state = view.state(of: place, aspect) else {
      // A program that only asks about a file need not be able to read it.
      if aspect != .content || access.kinds.contains(.read) {
        states[question] = Self.unread(access)
        note(.unreadable(place))
      }
      return
    }
    states[question] = state
  }

  /// The state of a place of which only the kind is known.
  private static func unread(_ access: FileAccess) -> SeenState {
    switch access.state?.kind {
    case .folder: .folder
    case nil: .absent
    default: .unread
    }
  }

  private func isAsBefore(
    _ before: FileAccess.State, _ access: FileAccess, _ aspect: Aspect, _ place: SeenPlace
  ) -> Bool {
    guard let path = view.path(of: place),
      let now = FileAccess.State(of: path, followingLinks: access.hasFollowedLinks), now.kind == before.kind
    else { return false }
    switch aspect {
    case .kind, .linkKind: return now.kind != .file || now.size == before.size
    // A folder's time changes when a name comes or goes.
    case .content, .names, .tree, .target:
      // The time of modification can be put back. A build links its products to other names, which changes the time of
      // change.
      return now.inode == before.inode && now.size == before.size && now.modified == before.modified
        && now.mode == before.mode && (now.changed == before.changed || place.isProduct)
    }
  }
}

extension FileAccess {
  /// True when the recorded state is that of a link's target.
  fileprivate var hasFollowedLinks: Bool { !firstKinds.isSubset(of: [.lookAtLink, .followLink]) }
}
