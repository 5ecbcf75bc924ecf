import Base

/// Reads one project file. The parts that it cannot read are listed in `problems`, with their places.
final class ProjectReader {
  private let bytes: [UInt8]
  let objects: ProjectObjects
  let file: RelativePath
  let container: RelativePath
  /// The folder that `$(SRCROOT)` stands for.
  let folder: RelativePath
  let neutral: NeutralSettings
  private var problems: [(message: String, offset: Int)] = []
  private var noted: Set<String> = []

  /// The groups that hold each object. A merge may leave an object in several groups, and all count.
  private var groups: [Int: [Int]] = [:]
  private var paths: [Int: [XcodePath]] = [:]
  /// The targets by the reference to the product that they make.
  private(set) var makers: [Int: Int] = [:]
  /// The targets by their phases.
  private(set) var phaseOwners: [Int: Int] = [:]
  private(set) var foldersWithExceptions: [Int] = []
  /// Serialised objects of the current target.
  var serialised: [Int: [UInt8]] = [:]
  var target = 0

  init(
    reading bytes: [UInt8], container: RelativePath, form: XcodeProject.Form = .propertyList,
    neutral: NeutralSettings = NeutralSettings()
  ) throws(XcodeProblem) {
    self.neutral = neutral
    file = container.appending(form.rawValue)
    self.container = container
    self.bytes = bytes
    let list: PropertyList
    switch form {
    case .propertyList:
      do throws(PropertyList.Damage) {
        list = try PropertyList(parsing: bytes)
      } catch {
        throw ProjectObjects.problem(error, in: bytes, file: file)
      }
    case .json:
      do throws(JSONError) {
        let project = try JSONProject(bytes, folder: container.parent)
        list = PropertyList(project)
        problems = project.problems
      } catch {
        let line = TextPosition(of: error.offset, in: bytes).line
        throw XcodeProblem(damage: error.message, line: line, of: bytes, in: file)
      }
    }
    objects = try ProjectObjects(list, of: bytes, file: file)
    let base = objects.text(objects.root, "projectDirPath") ?? ""
    let path = XcodePath(base, in: container.parent)
    folder = path.inTree ?? container.parent
    if path.inTree == nil, let place = objects.value(objects.root, "projectDirPath") {
      note("the project's folder \"\(base)\" cannot be resolved", at: place)
    }
    collect()
  }

  private func collect() {
    for object in objects.all {
      if let children = objects.value(object, "children") {
        for id in objects.list.children(of: children) {
          if let child = objects.object(id), groups[child]?.contains(object) != true {
            groups[child, default: []].append(object)
          }
        }
      } else if objects.value(object, "exceptions") != nil {
        foldersWithExceptions.append(object)
      }
    }
    for target in objects.references(objects.root, "targets") {
      if let product = objects.reference(target, "productReference") { makers[product] = target }
      for phase in objects.references(target, "buildPhases") { phaseOwners[phase] = target }
    }
  }

  /// Adds a problem. `place` is a node.
  func note(_ message: String, at place: Int) {
    let offset = objects.list.offset(of: place)
    if noted.insert("\(offset) \(message)").inserted { problems.append((message, offset)) }
  }

  /// The problems in the order of the file.
  var sortedProblems: [XcodeProblem] {
    var (line, at) = (1, 0)
    return problems.sorted { ($0.offset, $0.message) < ($1.offset, $1.message) }.map { problem in
      line += bytes[at..<max(at, problem.offset)].count { $0 == UInt8(ascii: "\n") }
      at = max(at, problem.offset)
      return XcodeProblem(problem.message, in: file, line: line)
    }
  }

  /// Returns the objects of a list. A missing object is a problem.
  func references(_ object: Int, _ key: StaticString, _ what: String) -> [Int] {
    objects.ids(object, key).compactMap { id in
      let found = objects.object(id)
      if found == nil {
        note("\(what) names the object \(shown(id)), which is not in the file", at: id)
      }
      return found
    }
  }

  func reference(_ object: Int, _ key: StaticString, _ what: String) -> Int? {
    guard let id = objects.value(object, key) else { return nil }
    let found = objects.object(id)
    if found == nil { note("\(what) names the object \(shown(id)), which is not in the file", at: id) }
    return found
  }

  func shown(_ id: Int) -> String {
    Text.escapingControls(Text.cut(objects.list.text(of: id) ?? "?", to: 60))
  }
}

// MARK: Paths

extension ProjectReader {
  /// Real projects nest their groups ten deep.
  private static let maximumDepth = 100
  /// The most paths of an object. A merge by accident does not put it into more groups.
  private static let maximumPaths = 16

  /// Returns the paths of an object, more than one when several groups hold it. An object without a path is a problem.
  func paths(of object: Int, depth: Int = 0) -> [XcodePath] {
    if let known = paths[object] { return known }
    guard depth < Self.maximumDepth else {
      note("groups contain each other, or are nested too deeply", at: object)
      return []
    }
    // A group that holds itself finds the empty list here.
    paths[object] = []
    var result: [XcodePath] = []
    let text = objects.value(object, "path").map { objects.list.content(of: $0) } ?? []
    for base in bases(of: object, depth) {
      let path = text.isEmpty ? base : XcodePath(text, in: folder, from: base)
      if !result.contains(path) { result.append(path) }
    }
    if result.isEmpty { note("a group contains itself", at: object) }
    if result.count > Self.maximumPaths {
      note("an object is in more than \(Self.maximumPaths) groups", at: object)
      result.removeLast(result.count - Self.maximumPaths)
    }
    paths[object] = result
    return result
  }

  private func bases(of object: Int, _ depth: Int) -> [XcodePath] {
    guard let tree = objects.value(object, "sourceTree"), !objects.list.hasContent(tree, "<group>") else {
      let groups = groups[object] ?? []
      return groups.isEmpty ? [.inTree(folder)] : groups.flatMap { paths(of: $0, depth: depth + 1) }
    }
    let name = objects.list.text(of: tree) ?? ""
    switch name {
    case "SOURCE_ROOT": return [.inTree(folder)]
    case "<absolute>": return [.absolute("/")]
    case "BUILT_PRODUCTS_DIR", "SDKROOT", "DEVELOPER_DIR": return [.built("")]
    default: return [.unknown("$(\(name))")]
    }
  }

  func path(of object: Int) -> XcodePath? { paths(of: object).first }
}

/// The objects of a project file by their ids. An object is the index of its dictionary in the property list. Its key
/// comes directly before it.
struct ProjectObjects {
  let list: PropertyList
  /// The project itself.
  let root: Int
  private let objects: Int
  private let index: PropertyIndex

  init(_ list: PropertyList, of bytes: [UInt8], file: RelativePath) throws(XcodeProblem) {
    self.list = list
    guard let objects = list.value(0, "objects"), list.kind(of: objects) == .dictionary else {
      throw XcodeProblem("the project file has no \"objects\"", in: file)
    }
    self.objects = objects
    var index = PropertyIndex(count: list.keys(of: objects).reduce(into: 0) { count, _ in count += 1 })
    list.fill(&index, with: objects)
    self.index = index
    guard let id = list.value(0, "rootObject"), list.isText(id) else {
      throw XcodeProblem("the project file has no \"rootObject\"", in: file)
    }
    guard let key = index.key(list.content(of: id), in: list),
      let isa = list.value(key + 1, "isa"), list.hasContent(isa, "PBXProject")
    else {
      let line = TextPosition(of: list.offset(of: id), in: bytes).line
      throw XcodeProblem("the object of \"rootObject\" is not a PBXProject", in: file, line: line)
    }
    root = key + 1
  }

  /// Returns the problem for a damaged file. A file of another form is reported as such, and not by the damage.
  static func problem(
    _ damage: PropertyList.Damage, in bytes: [UInt8], file: RelativePath
  ) -> XcodeProblem {
    let start = bytes.prefix(4096).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    if start.starts(with: "<?xml".utf8) || start.starts(with: "<!DOCTYPE".utf8) {
      return XcodeProblem(
        "the file is not in Xcode's format: it is a property list in XML", in: file, line: 1)
    }
    if bytes.starts(with: "bplist".utf8) {
      return XcodeProblem("the file is not in Xcode's format: it is a binary property list", in: file)
    }
    if (try? JSONParser.parse(bytes, as: .relaxed)) != nil {
      return XcodeProblem("the file is not in Xcode's format: it is JSON", in: file, line: 1)
    }
    let line = TextPosition(of: damage.offset, in: bytes).line
    return XcodeProblem(damage: damage.message, line: line, of: bytes, in: file)
  }
}

// MARK: Access

extension ProjectObjects {
  /// All objects in the order of the file.
  var all: some Sequence<Int> { list.keys(of: objects).lazy.map { $0 + 1 } }

  /// Returns the object that a text names.
  func object(_ id: Int) -> Int? {
    guard list.isText(id) else { return nil }
    return index.key(list.content(of: id), in: list).map { $0 + 1 }
  }

  func value(_ object: Int, _ key: StaticString) -> Int? { list.value(object, key) }

  func text(_ object: Int, _ key: StaticString) -> String? {
    list.value(object, key).flatMap { list.text(of: $0) }
  }

  /// Returns the elements of a list. A text alone counts as a list of one.
  func texts(_ object: Int, _ key: StaticString) -> [String] {
    guard let value = list.value(object, key) else { return [] }
    return list.text(of: value).map { [$0] } ?? list.children(of: value).compactMap { list.text(of: $0) }
  }

  /// Returns the object that the value of a key names.
  func reference(_ object: Int, _ key: StaticString) -> Int? {
    list.value(object, key).flatMap { self.object($0) }
  }

  func ids(_ object: Int, _ key: StaticString) -> [Int] {
    guard let value = list.value(object, key), list.kind(of: value) == .list else { return [] }
    return Array(list.children(of: value))
  }

  /// Returns the objects that a list names, without missing ones.
  func references(_ object: Int, _ key: StaticString) -> [Int] {
    ids(object, key).compactMap { self.object($0) }
  }

  func isa(_ object: Int, _ name: StaticString) -> Bool {
    list.value(object, "isa").map { list.hasContent($0, name) } ?? false
  }

  func isa(_ object: Int) -> String { text(object, "isa") ?? "" }
}
