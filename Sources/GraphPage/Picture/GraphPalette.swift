/// Colours for groups, for light and for dark surroundings.
///
/// Orange and red are left out: they stand for what a change reaches and for broken rules.
enum GraphPalette {
  struct Color: Sendable, Hashable {
    let light: String
    let dark: String
  }

  static let none = Color(light: "#8d96a3", dark: "#7d8694")

  /// The colour of the group with this number. The first twelve are told apart at a glance; further ones go
  /// round the circle by the golden angle, which keeps neighbours far apart however many there are.
  static func color(_ number: Int) -> Color {
    if number < chosen.count { return chosen[number] }
    let hue = 60 + Int(Double(number) * 137.508) % 300
    // A second and third time round the circle, another strength.
    let round = (number - chosen.count) / 24 % 3
    return Color(
      light: "hsl(\(hue) \(48 - 12 * round)% \(42 - 6 * round)%)",
      dark: "hsl(\(hue) \(55 - 12 * round)% \(64 + 6 * round)%)")
  }

  private static let chosen = [
    Color(light: "#2f6fde", dark: "#6ea2ff"),
    Color(light: "#0f9488", dark: "#3fcfc0"),
    Color(light: "#8b46d8", dark: "#bb8cff"),
    Color(light: "#3f9142", dark: "#7fd07f"),
    Color(light: "#c2378f", dark: "#f487c7"),
    Color(light: "#8a7a12", dark: "#d5c552"),
    Color(light: "#0b86b8", dark: "#58c4f0"),
    Color(light: "#5551c9", dark: "#9a98ff"),
    Color(light: "#7a5a45", dark: "#c9a58c"),
    Color(light: "#5f8a1a", dark: "#aed35f"),
    Color(light: "#a04ac0", dark: "#dd92f2"),
    Color(light: "#3d7280", dark: "#8dbecb"),
  ]
}
