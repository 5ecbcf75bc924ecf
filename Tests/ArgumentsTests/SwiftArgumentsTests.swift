import Base
import Foundation
import Session
import TestSupport
import Testing

@testable import Arguments
@testable import Features

/// What may stand after `--`.
@Suite struct SwiftArgumentsTests {
  private func read(_ line: String) throws(Failure) -> SwiftArguments {
    try SwiftArguments(line.split(separator: " ").map { Argument(String($0)) })
  }

  @Test func whatIsHarmlessIsHandedOn() throws {
    let read = try read(
      "-Xswiftc -DX --sanitize=thread -j 2 -Xlinker -c --static-swift-stdlib -Xcc --scratch-path -v")
    #expect(
      read.passed == [
        "-Xswiftc", "-DX", "--sanitize", "thread", "-j", "2", "-Xlinker", "-c", "-Xcc", "--scratch-path",
      ])
    #expect(read.passedToBuilds == ["--static-swift-stdlib", "-v"])
    #expect(read.configuration == nil && read.traits.isEmpty)
  }

  @Test(arguments: ["-c release", "-c=release", "--configuration release", "--configuration=release"])
  func theConfigurationIsAmbitsOwn(_ line: String) throws {
    let read = try read(line)
    #expect(read.configuration == .release && read.passed.isEmpty)
    let words = ["test", "--"] + line.split(separator: " ").map { Argument(String($0)) }
    #expect(try command(words, as: TestCommand.self).options.swiftArguments.configuration == .release)
    let message = "'--configuration debug' contradicts '--configuration release'"
    for command in ["test", "key"] {
      let error = #expect(throws: Failure.self) {
        try parse([Argument(command), "-c", "debug"] + words.dropFirst())
      }
      #expect(error?.message == message)
    }
    #expect(throws: Failure.self) { try self.read("\(line) -c debug") }
  }

  /// Keys and scratch folders go by it, so it is held apart from words that nobody looks into.
  @Test(arguments: ["build", "test", "plan", "key"])
  func theSanitizerIsAmbitsOwn(_ command: String) throws {
    let word = Argument(command)
    let arguments =
      switch try Ambit.request([word, "--sanitize", "thread"]) {
      case .run(let build as BuildCommand, _): build.options.swiftArguments
      case .run(let test as TestCommand, _): test.options.swiftArguments
      case .run(let plan as PlanCommand, _): plan.options.run.swiftArguments
      case .run(let key as KeyCommand, _): key.options.swiftArguments
      default: SwiftArguments()
      }
    #expect(arguments.sanitizer == .thread && arguments.passed.isEmpty)
    let error = #expect(throws: Failure.self) { try parse([word, "--sanitize", "memory"]) }
    #expect(error?.hints.contains { $0.contains("address, thread, undefined") } == true)
  }

  @Test func aSanitizerThatSwiftPMDoesNotKnowIsRefused() throws {
    #expect(try read("--sanitize scudo --sanitize=fuzzer").passed.count == 4)
    let error = #expect(throws: Failure.self) { try read("--sanitize=thred") }
    #expect(error?.message == "'thred' is not a value of '--sanitize=thred'")
    #expect(error?.hints.first == "did you mean 'thread'?")
  }

  /// As SwiftPM 6.3 was seen to do: of several `--traits` the last counts, and `--enable-all-traits` beats everything.
  @Test func traitsAreUnderstood() throws {
    #expect(try read("--traits A,default --traits=B,C").traits == TraitFlags(names: ["B", "C"]))
    #expect(try read("--disable-default-traits").traits.arguments == ["--disable-default-traits"])
    let all = try read("--enable-all-traits --traits A -j 1")
    #expect(all.traits.arguments == ["--traits", "A", "--enable-all-traits"])
    #expect(all.passed == ["-j", "1"])
  }

  @Test(
    arguments: [
      ("--scratch-path x", "moves the build output"), ("--scratch-path=x", "moves the build output"),
      ("--build-path x", "moves"), ("--show-bin-path", "information instead"),
      ("--help", "prints information"),
      ("--product x", "chooses the modules"), ("--list-tests", "list instead"),
      ("--filter=x", "test cases"),
      ("--skip-build", "earlier build"), ("--parallel", "starts tests itself"),
      ("--triple x", "another machine"),
      ("--manifest-cache none", "chosen by Ambit"), ("--enable-code-coverage", "coverage data"),
      ("--scratch", "does not know"), ("list", "does not know"), ("--", "does not know"),
      ("-j2", "does not know"),
    ])
  func whatWouldAnswerForSomethingElseIsRefused(_ line: String, _ why: String) throws {
    let error = try #require(throws: Failure.self) { try read("-Xswiftc -g \(line)") }
    let word = line.prefix { $0 != " " }
    #expect(error.message.contains("'\(word)' cannot be passed to SwiftPM") && error.message.contains(why))
    #expect(!error.hints.isEmpty)
  }

  @Test func whatIsMistypedIsRefusedWithTheNearestName() throws {
    let error = #expect(throws: Failure.self) { try read("--sanitise thread") }
    #expect(error?.hints.first == "did you mean '--sanitize'?")
    #expect(throws: Failure.self) { try read("-Xswiftc") }
    #expect(throws: Failure.self) { try read("--traits") }
    #expect(throws: Failure.self) { try read("-v=1") }
    let value = #expect(throws: Failure.self) { try read("-c relase") }
    #expect(value?.hints.first == "did you mean 'release'?")
    #expect(throws: Failure.self) { try SwiftArguments([Argument([0x2D, 0xFF])]) }
  }
}

/// The table against what the installed SwiftPM says of itself.
@Suite struct SwiftOptionTests {
  /// `  -c, --configuration <configuration>`, `  --enable-x/--disable-x`: its names, and whether a value follows.
  private static func options(in help: String) -> [(names: [String], takesValue: Bool)] {
    help.split(separator: "\n").filter { $0.hasPrefix("  -") }.map { line in
      let words = line.split(separator: " ").prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
      let names = words.filter { $0.hasPrefix("-") }.flatMap { $0.split(separator: "/") }
      return (
        names.map { String($0.hasSuffix(",") ? $0.dropLast() : $0) }, words.contains { $0.hasPrefix("<") }
      )
    }
  }

  @Test(arguments: ["build", "test"]) func everyOptionOfSwiftPMIsInTheTable(_ tool: String) throws {
    let folder = try TemporaryFolder()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let help = try OracleTool.output(
      of: ["env", "PATH=\(path)", "swift", tool, "--help-hidden"], in: folder)
    let options = Self.options(in: String(decoding: help, as: UTF8.self))
    #expect(options.count > 80)
    for option in options {
      for name in option.names {
        let known = SwiftOption.named(name)
        #expect(known != nil, "a new option: decide what becomes of \(name)")
        #expect(known?.takesValue == option.takesValue, "\(name)")
      }
    }
  }

  @Test func noNameStandsTwice() {
    let names = SwiftOption.all.map(\.name)
    #expect(names.count == Set(names).count)
    for option in SwiftOption.all {
      guard case .refused(let refusal) = option.fate else { continue }
      #expect(!refusal.why.isEmpty && !refusal.instead.isEmpty)
    }
  }
}
