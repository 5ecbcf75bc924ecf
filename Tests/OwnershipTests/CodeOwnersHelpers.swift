import Base
import Graph

func parse(_ text: String, _ dialect: CodeOwners.Dialect) -> (file: CodeOwners, problems: [CodeOwnersProblem])
{
  CodeOwners.parse(Array(text.utf8), dialect: dialect)
}

extension CodeOwners {
  /// Returns all owners of `path`, each once, in the order of the file.
  func owners(of path: RelativePath) -> [Owner] {
    var seen: Set<Owner> = []
    return matches(for: path).flatMap(\.owners).filter { seen.insert($0).inserted }
  }
}

func owners(_ text: String, _ dialect: CodeOwners.Dialect, of path: String) -> [String] {
  parse(text, dialect).file.owners(of: RelativePath(path)).map(\.text)
}
