package import Arguments
import Platform

extension World {
  /// Writes what a flag asks for to its file, if there is one. `what` is for people, and for the error's code.
  package func write(_ text: String, to file: Argument?, named what: String, by flag: String) throws(Failure)
  {
    guard let file,
      !LocalFiles.write(Array(shown(text).utf8), to: absoluteText(file.bytes), permissions: 0o644)
    else { return }
    throw Failure(
      code: "\(what)-unwritable", message: "cannot write the \(what) \(file.quoted)",
      hints: ["\(flag) takes the path of a file in an existing folder"])
  }
}
