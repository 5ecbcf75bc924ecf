import Base
import Graph

func parse(_ text: String, _ dialect: CodeOwners.Dialect) -> (file: CodeOwners, problems: [CodeOwnersProblem])
{
  CodeOwners.parse(Array(text.utf8), dialect: dialect)
}

func owners(_ text: String, _ dialect: CodeOwners.Dialect, of path: String) -> [String] {
  parse(text, dialect).file.owners(of: RelativePath(path)).map(\.text)
}
