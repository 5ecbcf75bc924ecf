import Base

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

  /// Returns the ids in a list.
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
