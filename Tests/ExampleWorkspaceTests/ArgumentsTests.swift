import Base
import Testing

@testable import ExampleWorkspace

struct ArgumentsTests {
  @Test(arguments: [
    (["out"], ExampleArguments.write(folder: "out", ExampleOptions())),
    (
      ["--packages", "20", "out", "--files=300", "--seed", "18446744073709551615"],
      .write(folder: "out", ExampleOptions(packages: 20, files: 300, seed: .max))
    ),
    (["out", "--app"], .writeApp(folder: "out")),
  ])
  func parses(arguments: [String], expected: ExampleArguments) {
    let parsed = try? ExampleArguments(parsing: arguments)
    #expect(parsed == expected)
  }

  @Test(arguments: [
    ([], "name the folder to write to"),
    ([""], "the name of the folder is empty"),
    (["a", "b"], "give only one folder, not 'a' and 'b'"),
    (["a", "--packages"], "--packages needs a number"),
    (["a", "--packages", "-3"], "--packages needs a number from 0 to 9223372036854775807, not '-3'"),
    (["a", "--seed=x"], "--seed needs a number from 0 to 18446744073709551615, not 'x'"),
    (
      ["a", "--size", "3"], "unknown option '--size'; use --packages, --files, --seed, --app or --help"
    ),
    (
      ["a", "--app=yes"],
      "unknown option '--app=yes'; use --packages, --files, --seed, --app or --help"
    ),
    (["--app"], "name the folder to write to"),
    (
      ["a", "--app", "--seed", "1"],
      "--app cannot be combined with --packages, --files or --seed"
    ),
    (
      ["a", "--packages=12", "--app"],
      "--app cannot be combined with --packages, --files or --seed"
    ),
  ])
  func refuses(arguments: [String], message: String) {
    let error = #expect(throws: Failure.self) { try ExampleArguments(parsing: arguments) }
    #expect(error?.code == "usage")
    #expect(error?.message == message)
  }
}
