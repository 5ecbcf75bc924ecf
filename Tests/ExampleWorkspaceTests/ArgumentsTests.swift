import Testing

@testable import ExampleWorkspace

struct ArgumentsTests {
  @Test(arguments: [
    (["out"], ExampleArguments.write(folder: "out", ExampleOptions())),
    (
      ["--packages", "20", "out", "--files=300", "--seed", "18446744073709551615"],
      .write(folder: "out", ExampleOptions(packages: 20, files: 300, seed: .max))
    ),
    (["out", "--help"], .help),
    (["-h"], .help),
    (["out", "--app"], .writeApp(folder: "out")),
    (["--app", "out", "--help"], .help),
  ])
  func parses(arguments: [String], expected: ExampleArguments) {
    let parsed = try? ExampleArguments(parsing: arguments)
    #expect(parsed == expected)
  }

  @Test(arguments: [
    ([], "the folder to write to is missing"),
    ([""], "the folder to write to is empty"),
    (["a", "b"], "one folder is enough: 'a' and 'b' were given"),
    (["a", "--packages"], "--packages needs a number"),
    (["a", "--packages", "-3"], "--packages needs a number from 0 to 9223372036854775807, not '-3'"),
    (["a", "--seed=x"], "--seed needs a number from 0 to 18446744073709551615, not 'x'"),
    (
      ["a", "--size", "3"], "unknown option '--size'; there are --packages, --files, --seed, --app and --help"
    ),
    (
      ["a", "--app=yes"],
      "unknown option '--app=yes'; there are --packages, --files, --seed, --app and --help"
    ),
    (["--app"], "the folder to write to is missing"),
    (
      ["a", "--app", "--seed", "1"],
      "--app takes none of --packages, --files and --seed: there is one example app"
    ),
    (
      ["a", "--packages=12", "--app"],
      "--app takes none of --packages, --files and --seed: there is one example app"
    ),
  ])
  func refuses(arguments: [String], message: String) {
    let error = #expect(throws: ExampleError.self) { try ExampleArguments(parsing: arguments) }
    #expect(error?.code == "usage")
    #expect(error?.message == message)
  }
}
