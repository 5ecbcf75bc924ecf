/// Lists made of several lists: each part says what it is and how long, so that no two ways to fill the parts
/// give the same words.
enum KeyWords {
  static func part(_ name: String, _ items: [String]) -> [String] {
    items.isEmpty ? [] : [name, String(items.count)] + items
  }

  static func part(_ name: String, _ item: String?) -> [String] { part(name, item.map { [$0] } ?? []) }
}
