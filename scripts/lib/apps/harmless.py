"""Files that select nothing, by name, and files that are read as definitions instead of as bytes."""

import posixpath
import re

NAMES = re.compile(
    r""".*\.(md|markdown|rst|adoc|cmake|bazel|bzl|podspec|podspec\.json|dockerfile)
    | (license|notice|changelog|contributors|contributing|code_of_conduct|codeowners)(\.(md|txt|rst|adoc))?
    | \.travis\.yml | \.gitlab-ci\.yml | renovate\.json | \.?codecov\.yml | \.pre-commit-config\.yaml
    | \.gitignore | \.gitattributes | \.mailmap | \.editorconfig
    | \.swift-format | \.swiftformat | \.swiftlint\.yml | \.spi\.yml | \.licenseignore | \.unacceptablelanguageignore
    | \.flake8 | \.yamllint.* | cmakelists\.txt | (cartfile|podfile)(\..*)? | \.bazelversion | \.bazelrc | gemfile.* | mintfile | brewfile | dockerfile""",
    re.VERBOSE)
FOLDERS = re.compile(r"(^|/)([^/]*\.docc|[^/]*\.playground|\.github|\.circleci|\.vscode|\.idea|\.devcontainer|\.bcr)/")
# Xcode's project files and the like, packages' manifests and pins: what they say is compared target by target.
DEFINITIONS = re.compile(
    r"""(^|/)( [^/]*\.(xcodeproj|xcworkspace)/.* | \.swiftpm/.* | [^/]*\.(xctestplan|xcscheme|xcconfig|xcfilelist)
    | Package(@swift-[\d.]+)?\.swift | Package\.resolved | \.gitmodules )$""", re.VERBOSE)


def is_harmless(path):
    path = path.lower()
    return bool(NAMES.fullmatch(posixpath.basename(path)) or FOLDERS.search(path))


def is_definition(path):
    return bool(DEFINITIONS.search(path))
