import Base

/// A JUnit file of any tool, with the parts that an audit needs: the number of cases, and the failed ones.
struct JUnitFile: Sendable, Hashable {
  struct Case: Sendable, Hashable {
    /// The names of the suites around the case, the innermost first.
    var suites: [String] = []
    var className: String
    var name: String

    /// The name in reports, which is the same in every run.
    var shown: String { [className, name].filter { !$0.isEmpty }.joined(separator: "/") }
  }

  /// The code of the failure for a file that cannot be used.
  static let unusable = "unusable-junit"

  private(set) var cases = 0
  /// The failed cases, in the order of the file. A suite that counts failures and names none has a case of its own
  /// name.
  private(set) var failures: [Case] = []

  /// - name: the file's name, for messages.
  init(_ bytes: [UInt8], name: String) throws(Failure) {
    do throws(XMLReader.Damage) {
      var reading = Reading()
      var reader = XMLReader(bytes)
      while let event = try reader.next() {
        guard reading.take(event) else {
          throw XMLReader.Damage(line: 1, message: "the root element is not <testsuites> or <testsuite>")
        }
      }
      (cases, failures) = (reading.cases, reading.failures)
    } catch {
      throw Failure(
        code: Self.unusable,
        message:
          "the JUnit file \"\(Text.escapingControls(name))\" cannot be read: line \(error.line): \(error.message)"
      )
    }
  }

  private struct Reading {
    var cases = 0
    var failures: [Case] = []
    private var suites: [(name: String, declared: Int, found: Int)] = []
    /// The open case; nil outside of a case.
    private var current: Case?
    /// The number of open elements that are neither suites nor cases.
    private var depth = 0

    /// Takes an event. Returns false for a root element that is none of JUnit.
    mutating func take(_ event: XMLReader.Event) -> Bool {
      switch event {
      case .end: end()
      case .start(let name, let attributes):
        switch (name, depth, current) {
        case ("testsuites", 0, nil), ("testsuite", 0, nil):
          let declared = ["failures", "errors"].compactMap { attributes[$0].flatMap { Int($0) } }.reduce(0, +)
          suites.append((attributes["name"] ?? "", max(declared, 0), 0))
        case ("testcase", 0, nil) where !suites.isEmpty:
          cases += 1
          current = Case(
            suites: suites.reversed().map(\.name).filter { !$0.isEmpty },
            className: attributes["classname"] ?? "", name: attributes["name"] ?? "")
        default:
          guard !suites.isEmpty else { return false }
          if depth == 0, name == "failure" || name == "error" { fail() }
          depth += 1
        }
      }
      return true
    }

    private mutating func fail() {
      for index in suites.indices { suites[index].found += 1 }
      if let current {
        if failures.last != current { failures.append(current) }
      } else {
        failures.append(unnamed)
      }
    }

    private var unnamed: Case {
      Case(
        suites: suites.reversed().map(\.name).filter { !$0.isEmpty }, className: suites.last?.name ?? "",
        name: "a failure without a case")
    }

    private mutating func end() {
      if depth > 0 {
        depth -= 1
      } else if current != nil {
        current = nil
      } else if let last = suites.last {
        if last.declared > 0, last.found == 0 {
          failures.append(unnamed)
          for index in suites.indices { suites[index].found += 1 }
        }
        suites.removeLast()
      }
    }
  }
}
