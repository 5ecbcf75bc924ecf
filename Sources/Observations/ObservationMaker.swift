package import Platform
package import Support

/// Makes of what was seen what can be looked at again: places without links, what they look like, and how well keys
/// hold them.
package struct ObservationMaker {
  /// Beyond that, folders stand for what was looked at in them.
  package static let limit = 10_000

  private let roots: SeenRoots
  private let view: DiskView
  private var walk = LinkWalk()
  private var states: [Question: SeenState] = [:]
  private var obstacle: ObservationObstacle?
  /// Places in the workspace that are for whoever is watched to make: what is asked of them comes from nobody else.
  package var isOwn: (RelativePath) -> Bool = { _ in false }
  /// What was written in the workspace elsewhere.
  package private(set) var written: Set<RelativePath> = []
  /// Whether something was looked at that is the system's and not among the sights.
  package private(set) var sawThisSystem = false

  private struct Question: Hashable {
    let place: SeenPlace
    let aspect: Aspect
  }

  package init(_ roots: SeenRoots, _ view: DiskView) {
    self.roots = roots
    self.view = view
  }

  /// What was seen, once the test is over. `cover` says how well a place in the workspace is held.
  package mutating func make(
    of files: ObservedFiles, limit: Int = Self.limit, cover: (RelativePath, Aspect) -> Cover
  ) -> Result<Observation, ObservationObstacle> {
    if let reason = files.blindness.reason { return .failure(.unseen(reason)) }
    for access in files.accesses {
      add(access)
      // All that is written is to be told.
      if let obstacle, !obstacle.isWriting { return .failure(obstacle) }
    }
    if let obstacle { return .failure(obstacle) }
    let sights = states.map { question, state in
      Observation.Sight(
        question.place, question.aspect, state, question.place.cover(by: cover, question.aspect))
    }
    return Folding(view, limit: limit).folded(sights).map(Observation.init)
  }
}

// MARK: One access

extension ObservationMaker {
  private mutating func add(_ access: FileAccess) {
    guard !roots.isMadeUp(access.path) else { return }
    let follows = access.kinds.isDisjoint(with: [.lookAtLink, .followLink]) || access.kinds.contains(.read)
    // What leads in a circle is looked at where it begins.
    let walked =
      walk.walk(access.path, follows: follows) ?? walk.walk(access.path, follows: false)
      ?? LinkWalk.Walked(path: access.path)
    guard !roots.isMadeUp(walked.path) else { return }
    for link in walked.links { addLink(link) }
    // Foundation looks for data of its own below /usr/share, which nobody has.
    if access.state != nil, roots.isOfThisSystem(walked.path) || roots.isOfThisSystem(access.path) {
      sawThisSystem = true
    }
    let isProgram = access.kinds.contains(.run)
    guard let place = isProgram ? roots.place(ofProgram: walked.path) : roots.place(of: walked.path) else {
      return
    }
    if case .workspace(let path) = place, isOwn(path) { return }
    if access.kinds.contains(.write), note(writing: access, at: place) { return }
    if access.kinds.contains(.time) { obstacle = obstacle ?? .times(place) }
    guard obstacle == nil else { return }
    for aspect in Self.aspects(of: access) where !isSure(aspect, of: place, access) {
      add(access, place, aspect)
    }
  }

  /// Whether a folder is asked about that is there as long as the test is, and that it is no link.
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

  /// Returns whether it made the file itself, so that nothing about it comes from elsewhere.
  private mutating func note(writing access: FileAccess, at place: SeenPlace) -> Bool {
    if case .workspace(let path) = place, isChanged(access, place) {
      obstacle = obstacle ?? .writes(place)
      written.insert(path)
    }
    return access.firstKinds.contains(.write) && !access.firstKinds.contains(.read)
  }

  private func isChanged(_ access: FileAccess, _ place: SeenPlace) -> Bool {
    guard let before = access.state, let path = view.path(of: place) else { return true }
    let now = FileAccess.State(of: path, followingLinks: access.hasFollowedLinks)
    if before.kind == .folder, now?.kind == .folder { return false }
    return before != now
  }

  private static func aspects(of access: FileAccess) -> [Aspect] {
    let kinds = access.kinds
    var aspects: [Aspect] = []
    if !kinds.isDisjoint(with: [.read, .run]) {
      aspects.append(access.state?.kind == .folder ? .kind : .content)
    } else if kinds.contains(.look) {
      aspects.append(.kind)
    }
    if kinds.contains(.lookAtLink) { aspects.append(.linkKind) }
    if kinds.contains(.list) { aspects.append(.names) }
    if kinds.contains(.followLink) { aspects.append(.target) }
    return aspects
  }

  private mutating func add(_ access: FileAccess, _ place: SeenPlace, _ aspect: Aspect) {
    let question = Question(place: place, aspect: aspect)
    guard states[question] == nil else { return }
    guard let before = access.state else {
      // Whatever may have been made there since, it was not there to be seen; but a link may have led nowhere.
      let isLink = aspect == .linkKind || aspect == .target
      states[question] = isLink ? view.state(of: place, aspect) : .absent
      return
    }
    guard isAsBefore(before, access, aspect, place) else {
      obstacle = .changed(place)
      return
    }
    guard let state = view.state(of: place, aspect) else {
      obstacle = .unreadable(place)
      return
    }
    states[question] = state
  }

  private func isAsBefore(
    _ before: FileAccess.State, _ access: FileAccess, _ aspect: Aspect, _ place: SeenPlace
  ) -> Bool {
    guard let path = view.path(of: place),
      let now = FileAccess.State(of: path, followingLinks: access.hasFollowedLinks), now.kind == before.kind
    else { return false }
    switch aspect {
    case .kind, .linkKind: return now.kind != .file || now.size == before.size
    // A folder's time says that a name came or went.
    case .content, .names, .tree, .target:
      return now.inode == before.inode && now.size == before.size && now.modified == before.modified
    }
  }
}

extension FileAccess {
  /// Whether its state is of what a link leads to, where it is one.
  fileprivate var hasFollowedLinks: Bool { !firstKinds.isSubset(of: [.lookAtLink, .followLink]) }
}
