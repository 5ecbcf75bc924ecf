/// The files of `Web`, put together: ours to the last line, without a library.
enum GraphPageParts {
  /// What stands in the page before its script fills it: the frame, with roles and labels, and words for those who
  /// let no scripts run.
  static let document = PackageResources.page_html

  /// In the order in which rules give way to each other.
  static let style = text([
    PackageResources.colors_css, PackageResources.frame_css, PackageResources.panel_css,
    PackageResources.small_css,
  ])

  /// One function, so that its parts see each other's names and the page does not. The first two make what those
  /// after them begin with; all else is in the order in which it is read best, and the last one starts.
  static let script =
    "(() => {\n'use strict';\n\n"
    + text(
      [
        PackageResources.elements_js, PackageResources.model_js, PackageResources.tree_js,
        PackageResources.state_js, PackageResources.address_js, PackageResources.camera_js,
        PackageResources.text_js, PackageResources.curves_js, PackageResources.arrows_js,
        PackageResources.nodes_js, PackageResources.labels_js, PackageResources.paint_js,
        PackageResources.still_js,
        PackageResources.bands_js, PackageResources.connect_js, PackageResources.gutter_js,
        PackageResources.matrix_js, PackageResources.matrix_paint_js, PackageResources.focus_js,
        PackageResources.pointer_js, PackageResources.keys_js, PackageResources.search_js,
        PackageResources.details_js, PackageResources.lists_js, PackageResources.overview_js,
        PackageResources.start_js,
      ], separator: "\n") + "})();\n"

  private static func text(_ files: [[UInt8]], separator: String = "") -> String {
    files.map { String(decoding: $0, as: UTF8.self) }.joined(separator: separator)
  }
}
