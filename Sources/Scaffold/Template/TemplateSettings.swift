import Support

/// `template.json`: what a template is for, as far as its files do not say it.
package struct TemplateSettings: Sendable, Hashable {
  package var description = ""
  /// The names of layers that its packages belong to; the first that the workspace has counts.
  package var layers: [String]
  /// Where its packages lie when the workspace has none of the kind yet.
  package var folder: String
  /// What their names end with when no neighbours say otherwise.
  package var suffix = ""
  /// What their modules are tagged with beside their layer.
  package var tags: [String] = []
  /// The template that makes the contract of such a package.
  package var contract: String?

  package init(named name: String) {
    layers = [name, "\(name)s"]
    folder = name.prefix(1).uppercased() + name.dropFirst() + "s"
  }

  private enum Key: String, CaseIterable { case description, layers, folder, suffix, tags, contract }

  package static func parse(
    _ bytes: [UInt8], named name: String, place: String
  ) throws(TemplateError) -> TemplateSettings {
    let reader = SettingsReader(bytes: bytes, place: place)
    let document = try reader.document()
    var settings = TemplateSettings(named: name)
    for member in document {
      switch Key(rawValue: member.key) {
      case .description: settings.description = try reader.text(member)
      case .layers: settings.layers = try reader.texts(member)
      case .folder: settings.folder = try reader.text(member)
      case .suffix: settings.suffix = try reader.text(member)
      case .tags: settings.tags = try reader.texts(member)
      case .contract: settings.contract = try reader.text(member)
      case nil: throw reader.unknown(member, among: Key.allCases.map(\.rawValue))
      }
    }
    return settings
  }

  /// The same as a file.
  var text: String {
    let fields: JSON = [
      Key.description.rawValue: description, Key.layers.rawValue: layers, Key.folder.rawValue: folder,
      Key.suffix.rawValue: suffix, Key.tags.rawValue: tags, Key.contract.rawValue: OptionalField(contract),
    ]
    return fields.prettyJSON + "\n"
  }
}

private struct SettingsReader {
  let bytes: [UInt8]
  let place: String

  func document() throws(TemplateError) -> [JSONNode.Member] {
    do throws(JSONError) {
      let node = try JSONParser.parse(bytes, as: .relaxed)
      guard let members = node.objectValue else { throw JSONError("it must be an object", at: node.offset) }
      return members
    } catch {
      throw TemplateError(error.message, in: place, at: error.offset, of: bytes)
    }
  }

  func text(_ member: JSONNode.Member) throws(TemplateError) -> String {
    guard let text = member.value.stringValue else { throw wrong(member, "a string") }
    return text
  }

  func texts(_ member: JSONNode.Member) throws(TemplateError) -> [String] {
    guard let elements = member.value.arrayValue else { throw wrong(member, "a list of strings") }
    let texts = elements.compactMap(\.stringValue)
    guard texts.count == elements.count else { throw wrong(member, "a list of strings") }
    return texts
  }

  private func wrong(_ member: JSONNode.Member, _ expected: String) -> TemplateError {
    TemplateError("\"\(member.key)\" must be \(expected)", in: place, at: member.value.offset, of: bytes)
  }

  func unknown(_ member: JSONNode.Member, among names: [String]) -> TemplateError {
    let key = Text.cut(Text.escapingControls(member.key), to: 80)
    let nearest = member.key.utf8.count > 100 ? nil : NearestName.suggestion(for: member.key, among: names)
    let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
    return TemplateError("unknown key \"\(key)\"\(hint)", in: place, at: member.keyOffset, of: bytes)
  }
}
