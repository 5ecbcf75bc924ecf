import IndexStore
package import Support

/// What a compiler asks of declarations once they stand in another module, by their symbols.
package struct ExtractionDemands: Sendable, Hashable {
  package var isPublic: Set<String> = []
  /// A public type is Sendable where it says so alone.
  package var isSendable: Set<String> = []
  package var publicImports: Set<ExtractionPlan.PublicImport> = []

  package init() {}

  package mutating func formUnion(_ other: ExtractionDemands) {
    isPublic.formUnion(other.isPublic)
    isSendable.formUnion(other.isSendable)
    publicImports.formUnion(other.publicImports)
  }
}

/// What a compiler says of a source, by the path that the source had before.
package struct ExtractionComplaint: Sendable, Hashable {
  package let file: RelativePath?
  package let message: String

  package init(file: RelativePath?, message: String) {
    self.file = file
    self.message = message
  }
}

extension ExtractionPlanner {
  /// What the errors of a build ask for, of the declarations that the other half is to see.
  package func demands(of complaints: [ExtractionComplaint], in plan: ExtractionPlan) -> ExtractionDemands {
    let errors = complaints.map(\.message)
    let hidden = errors.reduce(into: Set<String>()) { $0.formUnion(CompilerWords.hidden(in: $1)) }
    let unsendable = errors.reduce(into: Set<String>()) { $0.formUnion(CompilerWords.unsendable(in: $1)) }
    let moved = Set(plan.files)
    let offersMoved = plan.position != .above
    var demands = ExtractionDemands()
    for one in complaints {
      guard let file = one.file, let name = CompilerWords.unpublished(in: one.message) else { continue }
      demands.publicImports.insert(.init(file: file, name: name))
    }
    for file in ground.files where file.module == module.name && moved.contains(file.path) == offersMoved {
      for declaration in file.declarations where declaration.subkind != .accessor {
        let names: Set = [declaration.name, String(declaration.name.prefix { $0 != "(" })]
        if !names.isDisjoint(with: hidden) { demands.isPublic.insert(declaration.usr) }
        if [.struct, .enum].contains(declaration.kind), unsendable.contains(declaration.name) {
          demands.isSendable.insert(declaration.usr)
        }
      }
    }
    return demands
  }
}

/// What an error of a compiler says that it is about.
enum CompilerWords {
  private static let accesses: Set = ["internal", "public", "package", "private", "fileprivate", "open"]

  private static let hidden = [
    "is inaccessible due to", "must be declared public", "must be as accessible", "cannot be declared public",
  ]

  /// The names of declarations that are not visible enough; empty for an error about something else.
  static func hidden(in message: String) -> Set<String> {
    guard hidden.contains(where: message.contains) else { return [] }
    return quoted(in: message).subtracting(accesses)
  }

  /// The types that are not Sendable enough.
  static func unsendable(in message: String) -> Set<String> {
    message.contains("Sendable") ? quoted(in: message).subtracting(["Sendable"]) : []
  }

  /// The module that a file has to import publicly.
  static func unpublished(in message: String) -> String? {
    guard let end = message.firstRange(of: "' was not imported publicly") else { return nil }
    return message[..<end.lowerBound].split(separator: "'").last.map(String.init)
  }

  /// The last name of each that is written with dots.
  private static func quoted(in message: String) -> Set<String> {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false).enumerated()
    return Set(
      parts.filter { $0.offset % 2 == 1 }.map { String($0.element.split(separator: ".").last ?? $0.element) })
  }
}
