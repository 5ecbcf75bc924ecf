/// The call of xcodebuild that the answer is for.
package struct XcodeCallOptions: Sendable, Hashable {
  /// The project, workspace or package that the call opens.
  package var container: Argument?
  package var scheme: String?
  package var plan: String?
  /// The bundles that the call itself leaves out.
  package var skipped: [String] = []
  /// The file that the filtered plan is written to.
  package var out: Argument?

  package init() {}
}
