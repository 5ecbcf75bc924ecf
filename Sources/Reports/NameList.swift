import Terminal

/// Names on one line.
package enum NameList {
  /// As many of `names` as fit into `room` columns, and how many more there are; at least one. Without a
  /// limit all of them.
  package static func text(_ names: [String], room: Int?) -> String {
    let all = names.joined(separator: ", ")
    guard let room, DisplayWidth.of(all) > room else { return all }
    var shown = names.first ?? ""
    for (index, name) in names.enumerated().dropFirst() {
      let longer = "\(shown), \(name)"
      if DisplayWidth.of("\(longer), +\(names.count - index - 1) more") > room {
        return "\(shown), +\(names.count - index) more"
      }
      shown = longer
    }
    return shown
  }
}
