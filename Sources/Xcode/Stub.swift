package import Support
extension XcodeProject { package init(reading bytes: [UInt8], container: RelativePath) throws(XcodeProblem) { throw XcodeProblem("x", in: container) } }
extension XcodeWorkspace { package init(reading bytes: [UInt8], container: RelativePath) throws(XcodeProblem) { throw XcodeProblem("x", in: container) } }
extension XcodeScheme { package init(reading bytes: [UInt8], file: RelativePath) throws(XcodeProblem) { throw XcodeProblem("x", in: file) } }
extension XcodeTestPlan { package init(reading bytes: [UInt8], file: RelativePath, base: RelativePath) throws(XcodeProblem) { throw XcodeProblem("x", in: file) } }
extension XCConfig { package init(reading bytes: [UInt8], file: RelativePath) { self.init(file: file, lines: []) } }
extension XcodeGraph { package init(linking sources: XcodeSources) { self.init(modules: [], warnings: []) } }
extension XcodeMembers {
  package func covers(_ path: RelativePath) -> Bool { false }
  package func isOwn(_ path: RelativePath) -> Bool { false }
}
