/// The files that the program contains. All are here: the compiler reads each byte as an expression, which would add
/// seconds to each build of `Features`.
package enum EmbeddedFiles {
  package static var changeStyle: String { text(PackageResources.change_css) }
  package static var drawingStyle: String { text(PackageResources.drawing_css) }
  package static var graphPage: String { text(PackageResources.graph_html) }
  package static var graphScript: String { text(PackageResources.graph_js) }
  package static var graphStyle: String { text(PackageResources.graph_css) }
  /// The schema of `workspace.json`.
  package static var schema: [UInt8] { PackageResources.workspace_schema_json }
  static var page: String { text(PackageResources.page_html) }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
