/// The page's style sheet.
enum GraphPageStyle {
  static let text = colors + frame + panel + small
}
