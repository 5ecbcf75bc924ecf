package import Runner

/// Finds the hidden variables that may have caused a failure: those that messages of the failure mention.
/// Naming all thirty variables of a shell after every failure would be noise.
package struct Suspects {
  private var words: Set<Substring> = []

  package init(of report: RunReport) {
    for module in report.modules where !module.isSuccess {
      read(String(decoding: module.log, as: UTF8.self))
      for failure in module.failures { read(failure.message) }
    }
    for package in report.packages where !package.isSuccess {
      for error in package.errors { read(error.message) }
    }
  }

  private mutating func read(_ text: String) {
    words.formUnion(text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) })
  }

  package func among(_ names: [String]) -> [String] { names.filter { words.contains($0[...]) } }
}
