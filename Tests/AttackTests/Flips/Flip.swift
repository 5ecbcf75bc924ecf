/// One change to one thing that a build or a test looked at.
struct Flip: Sendable, Hashable, CustomStringConvertible {
  /// What is changed: a path as seen from the folder that holds workspace and outside, or a variable.
  enum Target: Sendable, Hashable {
    case path(String)
    case variable(String)
  }

  enum Form: String, Sendable, CaseIterable {
    // What is in a file, and the time it says.
    case digit, grown, spoiled, emptied
    case quietDigit, olderDigit, laterDigit, touched, aged
    // Whether and as what it is there.
    case removed, renamed, linked, mode
    // What was looked for in vain, and what a folder holds.
    case created, added
    case variable

    /// Those after which most things still build.
    static let gentle: [Form] = [
      .digit, .grown, .quietDigit, .olderDigit, .laterDigit, .touched, .aged, .linked, .mode,
    ]
    static let rough: [Form] = [.spoiled, .emptied, .removed, .renamed]

    /// The form that leaves the same contents behind, which is all that a build from nothing goes by.
    var content: Form? {
      switch self {
      case .quietDigit, .olderDigit, .laterDigit: .digit
      case .touched, .aged: nil
      default: self
      }
    }

    var kind: String {
      switch self {
      case .digit, .grown, .spoiled, .emptied: "content"
      case .quietDigit, .olderDigit, .laterDigit, .touched, .aged: "time"
      case .renamed, .linked: "name"
      case .removed, .created, .added, .mode: "presence"
      case .variable: "variable"
      }
    }
  }

  let target: Target
  let form: Form
  /// Those whose build looked at it.
  let readers: [String]

  init(_ target: Target, _ form: Form, readers: [String]) {
    self.target = target
    self.form = form
    self.readers = readers
  }

  /// From what `description` gives.
  init?(_ text: String) {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 3, let form = Form(rawValue: parts[1]) else { return nil }
    target = form == .variable ? .variable(parts[2]) : .path(parts[2])
    self.form = form
    readers = parts[0].split(separator: ",").map(String.init)
  }

  var description: String {
    switch target {
    case .path(let path), .variable(let path): "\(readers.joined(separator: ",")) \(form.rawValue) \(path)"
    }
  }

  /// Where something stands on its own, it has one reader.
  var reader: String { readers.first ?? "" }

  /// Where it lies, if it lies in the workspace.
  var pathInWorkspace: String? {
    guard case .path(let path) = target, path.hasPrefix("work/") else { return nil }
    return String(path.dropFirst(5))
  }
}
