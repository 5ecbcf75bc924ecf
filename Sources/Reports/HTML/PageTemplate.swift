/// A document with holes: `{{name}}` stands for the value of that name.
///
/// All are filled in one pass, so that nothing within a value is taken for a hole. Values are written as they are:
/// whoever gives one knows the place that it goes to, and has escaped it.
package enum PageTemplate {
  package static func filled<Hole: RawRepresentable<String>>(
    _ file: [UInt8], _ value: (Hole) -> String
  ) -> String {
    let pieces = String(decoding: file, as: UTF8.self).split(
      separator: "{{", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: String(pieces[0])) { text, piece in
      let parts = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let hole = Hole(rawValue: String(parts[0])) else { return text += "{{\(piece)" }
      text += value(hole)
      text += parts[1]
    }
  }
}
