/// One edit of a module, and whether `swift package diagnose-api-breaking-changes` and Ambit are to agree on it. A `$` stands for the
/// edit's name, by which both sides' answers are told apart: all edits are one module, so that one build of both revisions
/// answers for them.
struct InterfaceEdit: Sendable {
  let name: String
  private let before: String
  private let after: String
  /// Why it is breaking here and SwiftPM does not say so; nil where both say the same.
  let onlyHere: String?
  /// Why SwiftPM calls it breaking and sources compile all the same.
  let onlyThere: String?

  init(_ name: String, _ old: String, _ new: String, here: String? = nil, there: String? = nil) {
    self.name = name
    (before, after) = (old, new)
    (onlyHere, onlyThere) = (here, there)
  }

  var mark: String { "_\(name)_" }
  var old: String { before.replacing("$", with: mark) }
  var new: String { after.replacing("$", with: mark) }
}

extension InterfaceEdit {
  static let all: [InterfaceEdit] = callables + types + signatures

  private static let callables: [InterfaceEdit] = [
    .init("Body", "public func f$() -> Int { 1 }", "public func f$() -> Int { 2 }"),
    .init("Removed", "public func f$() {}", ""),
    .init("Added", "", "public func f$() {}"),
    .init("Result", "public func f$() -> Int { 1 }", #"public func f$() -> String { "" }"#),
    .init("Parameter", "public func f$(_ a: Int) {}", "public func f$(_ a: String) {}"),
    .init("Label", "public func f$(a: Int) {}", "public func f$(b: Int) {}"),
    .init("LostDefault", "public func f$(a: Int = 1) {}", "public func f$(a: Int) {}"),
    .init("NewDefault", "public func f$(a: Int) {}", "public func f$(a: Int = 1) {}"),
    .init("Throwing", "public func f$() {}", "public func f$() throws {}"),
    .init(
      "Typed", "public enum Error$: Error { case a }\npublic func f$() throws {}",
      "public enum Error$: Error { case a }\npublic func f$() throws(Error$) {}"),
    .init(
      "Untyped", "public enum Error$: Error { case a }\npublic func f$() throws(Error$) {}",
      "public enum Error$: Error { case a }\npublic func f$() throws {}",
      here: "what catches one kind of error does not catch all"),
    .init("Async", "public func f$() {}", "public func f$() async {}", here: "calls have to be marked"),
    .init(
      "Rethrowing", "public func f$(_ a: () throws -> Void) rethrows {}",
      "public func f$(_ a: () throws -> Void) throws {}"),
    .init("Requirement", "public protocol P$ { func f() }", "public protocol P$ { func f(); func g() }"),
    .init(
      "Defaulted", "public protocol P$ { func f() }",
      "public protocol P$ { func f(); func g() }\nextension P$ { public func g() {} }"),
    .init(
      "LostImplementation", "public protocol P$ { func f() }\nextension P$ { public func f() {} }",
      "public protocol P$ { func f() }"),
    .init("NewAssociated", "public protocol P$ {}", "public protocol P$ { associatedtype A }"),
    .init("DefaultedAssociated", "public protocol P$ {}", "public protocol P$ { associatedtype A = Int }"),
    .init("LostAssociated", "public protocol P$ { associatedtype A }", "public protocol P$ {}"),
    .init(
      "AssociatedBound", "public protocol P$ { associatedtype A }",
      "public protocol P$ { associatedtype A: Hashable }"),
    .init("NewCase", "public enum E$ { case a }", "public enum E$ { case a, b }"),
    .init("LostCase", "public enum E$ { case a, b }", "public enum E$ { case a }"),
    .init("Payload", "public enum E$ { case a(Int) }", "public enum E$ { case a(String) }"),
    .init("RawType", "public enum E$: Int { case a = 1 }", #"public enum E$: String { case a = "" }"#),
  ]

  private static let types: [InterfaceEdit] = [
    .init("LostConformance", "public struct S$: Hashable {}", "public struct S$ {}"),
    .init("NewConformance", "public struct S$ {}", "public struct S$: Hashable {}"),
    .init(
      "Conditional",
      "public struct S$<T> {}\nextension S$: Equatable where T: Equatable { public static func == (a: Self, b: Self) -> Bool { true } }",
      "public struct S$<T> {}\nextension S$: Equatable where T: Hashable { public static func == (a: Self, b: Self) -> Bool { true } }"
    ),
    .init("Foreign", "public protocol P$ {}\nextension Array: P$ {}", "public protocol P$ {}"),
    .init("ForeignMember", "extension Array { public func f$() {} }", ""),
    .init("Inherits", "public protocol P$ {}", "public protocol P$: Sendable {}"),
    .init("NotOpen", "open class C$ { public init() {} }", "public class C$ { public init() {} }"),
    .init(
      "NotOverridable", "open class C$ { public init() {}; open func f() {} }",
      "open class C$ { public init() {}; public func f() {} }"),
    .init("Final", "public class C$ { public init() {} }", "public final class C$ { public init() {} }"),
    .init(
      "FinalMember", "open class C$ { public init() {}; public func f() {} }",
      "open class C$ { public init() {}; public final func f() {} }"),
    .init("Superclass", "open class B$ {}\npublic class C$: B$ {}", "open class B$ {}\npublic class C$ {}"),
    .init(
      "Required", "open class C$ { public init() {} }", "open class C$ { public required init() {} }",
      here: "subclasses have to have it"),
    .init(
      "Convenience", "open class C$ { public init() {}; public init(a: Int) {} }",
      "open class C$ { public init() {}; public convenience init(a: Int) { self.init() } }"),
    .init("Kind", "public struct S$ {}", "public final class S$ {}"),
    .init(
      "Actor", "public final class C$ { public init() {} }", "public actor C$ { public init() {} }",
      here: "members are isolated"),
    .init("Alias", "public typealias A$ = Int", "public typealias A$ = String"),
    .init("IntoAlias", "public struct S$ {}", "public typealias S$ = Int", here: "another type"),
    .init(
      "Setter", "public struct S$ { public var a = 1 }", "public struct S$ { public private(set) var a = 1 }"),
    .init(
      "Computed", "public struct S$ { public var a = 1 }", "public struct S$ { public var a: Int { 1 } }"),
    .init("Constant", "public let a$ = 1", "public var a$: Int { 1 }"),
    .init("StoredType", "public struct S$ { public var a = 1 }", #"public struct S$ { public var a = "" }"#),
    .init(
      "Accessors", "public struct S$ { public var a: Int { 1 } }",
      "public struct S$ { public var a: Int { get throws { 1 } } }", here: "reading it has to be marked"),
  ]

  private static let signatures: [InterfaceEdit] = [
    .init("Internal", "public struct S$ {}", "struct S$ {}"),
    .init(
      "Packaged", "public struct S$ {}", "package struct S$ {}", here: "nobody outside of the package sees it"
    ),
    .init("Generic", "public func f$<T>(_ a: T) {}", "public func f$<T: Hashable>(_ a: T) {}"),
    .init("Looser", "public func f$<T: Hashable>(_ a: T) {}", "public func f$<T: Equatable>(_ a: T) {}"),
    .init(
      "Pack", "public func f$<each T>(_ a: repeat each T) {}",
      "public func f$<each T: Hashable>(_ a: repeat each T) {}"),
    .init("Noncopyable", "public struct S$ {}", "public struct S$: ~Copyable {}"),
    .init("Copyable", "public struct S$: ~Copyable {}", "public struct S$ {}"),
    .init("Ownership", "public func f$(_ a: Int) {}", "public func f$(_ a: consuming Int) {}"),
    .init("Inout", "public func f$(_ a: Int) {}", "public func f$(_ a: inout Int) {}"),
    .init(
      "Variadic", "public func f$(_ a: Int...) {}", "public func f$(_ a: [Int]) {}",
      here: "calls with several values do not compile"),
    .init(
      "Escaping", "public func f$(_ a: () -> Void) {}", "public func f$(_ a: @escaping () -> Void) {}",
      here: "parameters that do not escape cannot be handed on"),
    .init(
      "SendableClosure", "public func f$(_ a: @escaping () -> Void) {}",
      "public func f$(_ a: @escaping @Sendable () -> Void) {}", here: "what captures state does not compile"),
    .init("Autoclosure", "public func f$(_ a: Int) {}", "public func f$(_ a: @autoclosure () -> Int) {}"),
    .init("Isolated", "public func f$() {}", "@MainActor public func f$() {}", here: "calls have to wait"),
    .init("Opaque", "public func f$() -> some Hashable { 1 }", "public func f$() -> Int { 1 }"),
    .init("OptionalResult", "public func f$() -> Int { 1 }", "public func f$() -> Int? { 1 }"),
    .init("Failable", "public struct S$ { public init() {} }", "public struct S$ { public init?() {} }"),
    .init(
      "Mutating", "public struct S$ { public func f() {} }",
      "public struct S$ { public mutating func f() {} }"),
    .init(
      "Static", "public struct S$ { public func f() {} }", "public struct S$ { public static func f() {} }"),
    .init(
      "Subscript", "public struct S$ { public subscript(a: Int) -> Int { 1 } }",
      "public struct S$ { public subscript(a: String) -> Int { 1 } }"),
    .init(
      "LostSubscript", "public struct S$ { public subscript(a: Int) -> Int { 1 } }", "public struct S$ {}"),
    .init(
      "Operator", "public struct S$ { public static func + (a: S$, b: S$) -> S$ { a } }",
      "public struct S$ {}"),
    .init(
      "ConstrainedMember", "public struct S$<T> {}\nextension S$ { public func f() {} }",
      "public struct S$<T> {}\nextension S$ where T: Hashable { public func f() {} }"),
    .init(
      "OtherCondition", "public struct S$<T> {}\nextension S$ where T: Equatable { public func f() {} }",
      "public struct S$<T> {}\nextension S$ where T: Hashable { public func f() {} }"),
    .init(
      "ConditionalDefault", "public protocol P$ { func f() }",
      "public protocol P$ { func f(); func g() }\nextension P$ where Self: Hashable { public func g() {} }",
      here: "those that do not meet the condition have to have it"),
    .init("NoncopyableEnum", "public enum E$ { case a }", "public enum E$: ~Copyable { case a }"),
    .init(
      "NoncopyableGeneric", "public func f$<T>(_ a: borrowing T) {}",
      "public func f$<T: ~Copyable>(_ a: borrowing T) {}"),
    .init(
      "Weakened",
      "public class C$ { public init() {}; public func f() {} }\npublic class D$: C$ { override public func f() {} }",
      "public class C$ { public init() {}; public func f() {} }\npublic class D$: C$ {}",
      here: "an override may promise more than what it overrides"),
    .init("Metatype", "public func f$(_ a: Int.Type) {}", "public func f$(_ a: String.Type) {}"),
    .init("Tuple", "public let a$ = (1, 2)", "public let a$ = (1, 2, 3)"),
    .init("Inferred", "public let a$ = 1", #"public let a$ = """#),
    .init("Order", "public func f$(a: Int, b: Int) {}", "public func f$(b: Int, a: Int) {}"),
    .init(
      "AsyncAccessor", "public struct S$ { public var a: Int { 1 } }",
      "public struct S$ { public var a: Int { get async { 1 } } }", here: "reading it has to be marked"),
    .init(
      "Nonisolated", "@MainActor public final class C$ { public init() {}; public nonisolated func f() {} }",
      "@MainActor public final class C$ { public init() {}; public func f() {} }", here: "calls have to wait"),
    .init(
      "IsolatedConformance",
      "@MainActor public final class C$ {}\nextension C$: Equatable { nonisolated public static func == (a: C$, b: C$) -> Bool { true } }",
      "@MainActor public final class C$ {}\nextension C$: @MainActor Equatable { nonisolated public static func == (a: C$, b: C$) -> Bool { true } }",
      here: "it conforms on the main actor alone"),
    .init("Nested", "public struct S$ { public struct T {} }", "public struct S$ {}"),
    .init(
      "Memberwise", "public struct S$ { public init(a: Int) {} }",
      "public struct S$ { public init(b: Int) {} }"),
    .init("Frozen", "public enum E$ { case a }", "@frozen public enum E$ { case a }"),
    .init("Deprecated", "public func f$() {}", "@available(*, deprecated) public func f$() {}"),
    .init("Unavailable", "public func f$() {}", "@available(*, unavailable) public func f$() {}"),
    .init(
      "Overload", "public func f$(_ a: Int) {}", "public func f$(_ a: Int) {}\npublic func f$(_ a: String) {}"
    ),
    .init(
      "LostOverload", "public func f$(_ a: Int) {}\npublic func f$(_ a: String) {}",
      "public func f$(_ a: Int) {}"),
    .init("NewGenericDefault", "public func f$(_ a: [Int]) {}", "public func f$(_ a: some Sequence<Int>) {}"),
    .init(
      "Builder",
      "@resultBuilder public struct B$ { public static func buildBlock(_ a: Int...) -> Int { 1 } }\npublic func f$(@B$ _ a: () -> Int) {}",
      "@resultBuilder public struct B$ { public static func buildBlock(_ a: Int...) -> Int { 1 } }\npublic func f$(_ a: () -> Int) {}",
      here: "blocks of several values do not compile"),
    .init(
      "Wrapper",
      "@propertyWrapper public struct W$ { public var wrappedValue: Int; public init(wrappedValue: Int) { self.wrappedValue = wrappedValue } }\npublic struct S$ { @W$ public var a = 1 }",
      "@propertyWrapper public struct W$ { public var wrappedValue: Int; public init(wrappedValue: Int) { self.wrappedValue = wrappedValue } }\npublic struct S$ { public var a = 1 }",
      here: "it may have had a projected value"),
    .init(
      "DynamicMember",
      "@dynamicMemberLookup public struct S$ { public subscript(dynamicMember a: String) -> Int { 1 } }",
      "public struct S$ { public subscript(dynamicMember a: String) -> Int { 1 } }",
      here: "members that are made up are gone"),
    .init(
      "Existential", "public protocol P$ {}\npublic func f$(_ a: any P$) {}",
      "public protocol P$ {}\npublic func f$(_ a: some P$) {}"),
    .init(
      "PrimaryAssociated", "public protocol P$<A> { associatedtype A }",
      "public protocol P$ { associatedtype A }", here: "it cannot be named with its argument"),
    .init("SelfRequirement", "public protocol P$ { func f() -> Self }", "public protocol P$ { func f() }"),
    .init("RequirementThrows", "public protocol P$ { func f() }", "public protocol P$ { func f() throws }"),
    .init(
      "ExtensionMember", "public protocol P$ {}\nextension P$ { public func f() {} }", "public protocol P$ {}"
    ),
    .init(
      "Weak", "public class C$ { public var a: C$?; public init() {} }",
      "public class C$ { public weak var a: C$?; public init() {} }", there: "sources read it as before"),
    .init("Inlinable", "public func f$() {}", "@inlinable public func f$() {}"),
    .init("Discardable", "@discardableResult public func f$() -> Int { 1 }", "public func f$() -> Int { 1 }"),
  ]
}
