/// The program.
package enum Ambit {
  package static let version = "0.1.0-dev"
}
