package import Runner

/// Which variables that a failed run did not see may be to blame: those that what failed speaks of. Told after every failure,
/// all thirty of a shell's would be noise.
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
