package import Support
extension XcodeWorkspace { package init(reading bytes: [UInt8], container: RelativePath) throws(XcodeProblem) { throw XcodeProblem("x", in: container) } }
extension XcodeScheme { package init(reading bytes: [UInt8], file: RelativePath) throws(XcodeProblem) { throw XcodeProblem("x", in: file) } }
extension XcodeTestPlan { package init(reading bytes: [UInt8], file: RelativePath, base: RelativePath) throws(XcodeProblem) { throw XcodeProblem("x", in: file) } }
extension XCConfig { package init(reading bytes: [UInt8], file: RelativePath) { self.init(file: file, lines: []) } }
extension XcodeTestPlan { package func filtered(_ bytes: [UInt8], keeping: (Entry) -> Bool) -> [UInt8] { bytes } }
