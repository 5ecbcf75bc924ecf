"""Questions of somebody who knows Nx, Turborepo, Bazel or Tuist and sees Ambit for the first time, for scripts/test-terminal.

Each is answered from the screen of `ambit` and of `ambit help GROUP`, in two steps at most: a command that these name, and
one more whose flag the first one names. The last step has to print the answer.
"""

import dataclasses
import re

from session import Trouble

EDITED = "Features/ProfileFeature/Sources/ProfileFeature/ProfileFeature.swift"
TESTS = "Vendor/Tidy/Checks/TidyTests/TidyTests.swift"


@dataclasses.dataclass
class Question:
    text: str
    # Commands and settings of other tools that answer it.
    peers: str
    steps: list
    # Regular expressions, each found in what the last step prints.
    answers: list
    code: int = 0


# Their order matters: those at the end run tests.
QUESTIONS = [
    Question(
        "What does my change affect?", "nx affected, turbo --affected, bazel-diff", ["ambit affected"],
        [
            "^6 of 36 modules affected, 2 of them tests$", f"//Features/ProfileFeature:ProfileFeature .* changed {EDITED[24:]}$",
            "//Apps/Shop:ShopTests",
        ],
    ),
    Question(
        "Why is this test run?", "bazel query somepath, nx graph", ["ambit why ShopTests"],
        ["2 steps from the change$", "depends on //Apps/Shop:Shop$", f"changed {EDITED}$"],
    ),
    Question(
        "Why is this test not run?", "tuist test, nx affected", ["ambit why CoreTests"],
        ["^//Packages/Core:CoreTests is not affected: .* 1 changed file"],
    ),
    Question(
        "What is compared, and how do I choose it?", "nx affected --base, turbo --affected",
        ["ambit affected -h", "ambit affected --base HEAD~3"],
        ["^25 of 36 modules affected, 11 of them tests$", "since HEAD~3 "],
    ),
    Question(
        "Who owns what I touched?", "CODEOWNERS, nx owners", ["ambit owners"],
        ["^Teams that own what changed$", "^  Features +#features +1 module +//Features/ProfileFeature:ProfileFeature$"],
    ),
    Question(
        "What depends on this module, and what tests it?", "bazel query rdeps, nx graph --focus", ["ambit show Core"],
        ["^Needed by 8, 24 in all$", "^Tested by 11$", "//Apps/Backoffice:BackofficeTests"],
    ),
    Question(
        "Which files affect nothing?", ".nxignore, turbo inputs", ["ambit doctor -h", "ambit doctor --harmless"],
        [r"\*\.md ", "LICENSE ", "still counts when it is compiled"],
    ),
    Question(
        "Why has this no cached result?", "turbo --summarize, tuist hash", ["ambit key -h", "ambit key ShopTests --diff main"],
        [
            "//Apps/Shop:ShopTests +changed since main$",
            f"^ +~ +file +//Features/ProfileFeature:ProfileFeature {EDITED[24:]}$",
        ],
    ),
    Question(
        "How do I split the tests among four machines?", "nx agents, tuist shards",
        ["ambit plan -h", "ambit plan --all --shards 4"],
        ["^13 of 13 test modules to run", "^Shards 4$", "^4 +[0-9]+ modules"],
    ),
    Question(
        "What would it have saved me?", "tuist insights, turbo summary", ["ambit insights -h", "ambit insights replay"],
        ["^[0-9]+ % less for 9 commits$", "selection, tests .* 30 of 91 modules"],
    ),
    # CI has the report of a full run. It has two failures. The last commit reaches only ShopTests.
    Question(
        "What does CI skip, and may I trust it?", "tuist selective testing, nx affected",
        ["ambit audit -h", "ambit audit --junit main=../full.xml"],
        [
            "^1 of 2 failures in 1 full run would have been missed$", "Selection would have run 2 of 13 test modules",
            r"CoreTests\.CoreTests/depth.* //Packages/Core:CoreTests$",
        ],
        code=1,
    ),
    Question(
        "How do I run the tests of this file?", "vitest related, jest", ["ambit test -h", f"ambit test {TESTS}"],
        ["^✓ //Vendor/Tidy:TidyTests +2 tests", "^Passed: 1 test module with 2 tests, in"],
    ),
    Question(
        "How do I run a test although it has passed?", "turbo --force, nx --skip-nx-cache, tuist --no-selective-testing",
        ["ambit test -h", "ambit test TidyTests --no-cache"],
        ["^✓ //Vendor/Tidy:TidyTests +2 tests", "^Passed: 1 test module with 2 tests, in"],
    ),
    Question(
        "How do I run only what failed?", "jest --onlyFailures, pytest --lf", ["ambit test -h", "ambit test --failed"],
        ["^✗ //Vendor/Tidy:TidyTests +1 of 2 tests failed", "^Failed: 1 of 1 test module"], code=1,
    ),
]
# Names, paths and numbers that whoever asks has in mind. The screens have to name every other word of a step.
KNOWN = {"ambit", "ShopTests", "CoreTests", "Core", "TidyTests", "HEAD~3", "main", "4", "main=../full.xml", TESTS}

REPORT = """<testsuites><testsuite name="all">
<testcase classname="CoreTests.CoreTests" name="depthCountsThePackagesBelow()"><failure message="no"/></testcase>
<testcase classname="ShopTests.ShopTests" name="summaryIsStable(attempt:)"><failure message="no"/></testcase>
</testsuite></testsuites>
"""


def first_screens(session):
    """The screens of `ambit` and of the groups that it names."""
    screen = "\n".join(session.run("ambit"))
    groups = re.findall(r"^  ([a-z]+) +[a-z]+, ", screen, re.MULTILINE)
    if len(groups) != 4:
        raise Trouble(f"`ambit` names the groups {groups}, and not four; on the screen:\n{screen}")
    return "\n".join([screen, *("\n".join(session.run(f"ambit help {group}")) for group in groups)])


def unnamed(command, screen):
    """The first word of a command that no screen has named, or None."""
    for word in command.split():
        if word not in KNOWN and not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", screen):
            return word
    return None


def ask(session, question, screens):
    if len(question.steps) > 2:
        raise Trouble(f"{question.text} takes {len(question.steps)} steps")
    screen = screens
    for step in question.steps:
        word = unnamed(step, screen)
        if word:
            raise Trouble(f"{question.text} `{step}` has '{word}', which the screen before it does not name:\n{screen}")
        is_last = step == question.steps[-1]
        screen = "\n".join(session.run(step, question.code if is_last else 0))
    for answer in question.answers:
        if not re.search(answer, screen, re.MULTILINE):
            raise Trouble(f"{question.text} `{question.steps[-1]}` does not say '{answer}'; on the screen:\n{screen}")


def answer_all(place, session_in):
    """Asks all questions in an example workspace with one edited file."""
    folder = place.write_example("shop")
    (place.folder / "full.xml").write_text(REPORT, encoding="utf-8")
    session = session_in(folder, columns=130)
    screens = first_screens(session)
    with open(folder / EDITED, "a", encoding="utf-8") as source:
        source.write("let limit = 5\n")
    for question in QUESTIONS:
        if "--failed" in question.steps[-1]:
            fail_once(session, folder)
        ask(session, question, screens)
    return f"{len(QUESTIONS)} questions are answered in {sum(len(each.steps) for each in QUESTIONS)} steps"


def fail_once(session, folder):
    path = folder / TESTS
    text = path.read_text(encoding="utf-8")
    broken = text.replace("TidyInfo.depth, 1)", "TidyInfo.depth, 2)")
    if broken == text:
        raise Trouble(f"{TESTS} has no depth to break")
    path.write_text(broken, encoding="utf-8")
    session.run("ambit test TidyTests", code=1)
