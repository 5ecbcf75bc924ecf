/// The schema of `workspace.json`, as this version of Ambit knows it, for editors: they find it in the repository itself, since
/// the one in Ambit's own is out of their reach.
package enum WorkspaceSchema {
  /// As seen from the folder of `workspace.json`. What lies in `.ambit` selects nothing.
  package static let path = ".ambit/workspace.schema.json"

  package static let bytes = PackageResources.workspace_schema_json
}
