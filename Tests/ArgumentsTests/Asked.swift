import Arguments
import Base
import Session

@testable import Features

/// A request that can be compared.
enum Asked: Hashable {
  case run(AnyHashable, GlobalOptions)
  case version
}

/// Splits at spaces: enough for the cases here.
func words(_ line: String) -> [Argument] {
  line.split(separator: " ").map { Argument(String($0)) }
}

func parse(_ line: String) throws(Failure) -> Asked { try parse(words(line)) }

func parse(_ words: [Argument]) throws(Failure) -> Asked {
  switch try Ambit.request(words) {
  case .run(let command, let options): .run(AnyHashable(command), options)
  case .version: .version
  }
}

/// The command of a line, which must be of this type.
func command<Chosen: AmbitCommand>(_ words: [Argument], as type: Chosen.Type = Chosen.self) throws -> Chosen {
  guard case .run(let found, _) = try parse(words), let command = found.base as? Chosen else {
    throw Failure.usage("not \(type): \(words)")
  }
  return command
}

func command<Chosen: AmbitCommand>(_ line: String, as type: Chosen.Type = Chosen.self) throws -> Chosen {
  try command(words(line), as: type)
}
