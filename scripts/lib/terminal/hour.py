"""The first hour of somebody with Ambit, as a test: from `ambit init` to a push that a hook has tested, and its report."""

import os
import re
import tempfile

from session import Trouble

CORE = "Packages/Core/Sources/Core/Core.swift"
RIGHT, WRONG = '"Core, depth', '"Cor, depth'


def expect(lines, *patterns):
    """Each pattern is found in what was said."""
    text = "\n".join(lines) if isinstance(lines, list) else lines
    for pattern in patterns:
        if not re.search(pattern, text, re.MULTILINE):
            raise Trouble(f"nothing like '{pattern}' is on the screen:\n{text}")


def replace(path, old, new):
    text = path.read_text(encoding="utf-8")
    if old not in text:
        raise Trouble(f"{path} has no '{old}'")
    # In one step: who watches the file never sees a part of it.
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", delete=False) as file:
        file.write(text.replace(old, new))
    os.chmod(file.name, path.stat().st_mode)
    os.replace(file.name, path)


def give_remote(place, folder):
    """A repository to push to, as a clone has it."""
    remote = place.folder / f"{folder.name}.git"
    place.quietly(place.folder, "git", "init", "--quiet", "--bare", "--initial-branch", "main", str(remote))
    place.quietly(folder, "git", "remote", "add", "origin", str(remote))
    place.quietly(folder, "git", "push", "--quiet", "--set-upstream", "origin", "main")
    place.quietly(folder, "git", "remote", "set-head", "origin", "main")
    return remote


def first_hour(place, session_in):
    """On four packages without a workspace.json."""
    folder = place.write_example("shop")
    place.quietly(folder, "git", "rm", "-rq", "workspace.json", "Apps", "Contracts", "Features", "Packages/CoreGeneration")
    place.quietly(folder, "git", "commit", "-qm", "Keep the core")
    remote = give_remote(place, folder)
    session = session_in(folder)
    source = folder / CORE

    expect(session.run("ambit"), "^  init +Write a workspace.json", "^  doctor ")
    expect(
        session.run("ambit init"), "^Wrote .*/workspace.json$", r"packages +4 packages in Packages/\*, Vendor/\*",
        "base +origin/main", "^  ambit doctor ", "^  ambit affected ", "^  ambit test ",
    )
    expect(session.run("ambit doctor"), "^✓ toolchain ", "^✓ workspace ", "^✓ manifests +4 packages")
    place.quietly(folder, "git", "add", "workspace.json")
    place.quietly(folder, "git", "commit", "-qm", "Set up Ambit")
    expect(session.run("ambit test"), "^Nothing is affected: ")
    expect(session.run("ambit test --all"), "^✓ //Packages/Core:CoreTests  3 tests", "^Passed: 5 test modules with 14 tests, in")

    # An edit.
    replace(source, RIGHT, WRONG)
    expect(session.run("ambit affected"), "^8 of 14 modules affected, 4 of them tests$", f"^  //Packages/Core:Core .*{CORE[14:]}$")
    replace(source, WRONG, RIGHT)
    expect(session.run("ambit affected"), "^Nothing is affected: ")

    watch(session, source)
    push(place, session, folder, source, remote)

    expect(
        session.run("ambit history"), "^✗ test .* 2 failed, 8 affected, 4 ran ", "^✓ test .* 8 affected, 4 ran ",
        "^7 runs, 2 failed, ",
    )
    # The stars are Markdown.
    expect(session.run("ambit report --base HEAD~1"), r"8 of 14 modules\W* affected, 4 of them tests", CORE)
    return "init, run, edit, watch, break, fix, push, report"


def watch(session, source):
    """Breaks a test while `ambit watch` looks on, and repairs it."""
    session.start("ambit watch //Packages/Core")
    session.wait_for("● passed.*q quit")
    replace(source, RIGHT, WRONG)
    session.wait_for(f"── {CORE}")
    session.wait_for("✗ //Packages/Core:CoreTests")
    session.wait_for("Packages/Core/Tests/CoreTests/CoreTests.swift:12:[0-9]+  Expectation failed")
    session.wait_for("● failed.*q quit")
    replace(source, WRONG, RIGHT)
    session.wait_for(f"── {CORE}")
    session.wait_for("● passed.*q quit")
    session.press("q")
    session.finish()


def push(place, session, folder, source, remote):
    """The hook refuses a broken commit, and lets its repair pass."""
    expect(session.run("ambit hook install"), "pre-push")
    replace(source, RIGHT, WRONG)
    place.quietly(folder, "git", "commit", "-qam", "Shorten the name")
    expect(session.run("git push", code=1), "✗ //Packages/Core:CoreTests", "^error: failed to push")
    replace(source, f'{WRONG} \\(depth)"', f'{RIGHT}: \\(depth)"')
    place.quietly(folder, "git", "commit", "-qam", "Say depth with a colon")
    expect(session.run("git push"), "^✓ //Packages/Core:CoreTests", "main -> main$")
    pushed, head = (place.quietly(where, "git", "rev-parse", "main") for where in (remote, folder))
    if pushed != head:
        raise Trouble(f"the remote has {pushed.strip()}, and not {head.strip()}")


def first_hour_with_app(place, session_in):
    """On an app. Its bundles need Xcode; all else is the same everywhere."""
    folder = place.write_example("app", "--app")
    give_remote(place, folder)
    session = session_in(folder)
    expect(
        session.run("ambit init"), "projects +2 projects with 9 targets, 4 test bundles", "^To run only what is affected$",
        "ambit affected --format xcodebuild --scheme Shop",
    )
    expect(session.run("ambit doctor"), "^✓ workspace ")
    place.quietly(folder, "git", "add", "workspace.json")
    place.quietly(folder, "git", "commit", "-qm", "Set up Ambit")
    replace(folder / "Packages/Money/Sources/Money/Money.swift", "\n}", "\n}\n// An edit.")
    expect(session.run("ambit affected"), "^18 of 25 modules affected, 9 of them tests$", "//App/Shop.xcodeproj:Unit Tests ")
    bundles = session.run("ambit affected --format xcodebuild --scheme Shop")
    expect(bundles, "^'-only-testing:Unit Tests' '-only-testing:CartTests'$")
    expect(session.run("ambit why 'Unit Tests'"), "depends on //Packages/Money:Money$")
    expect(session.run("ambit plan"), "^Not for this machine 2$", "//App/Shop.xcodeproj:Unit Tests +needs xcodebuild$")
    expect(session.run("ambit owners"), "^  @shop/packages +1 module +//Packages/Money:Money$", "^  @shop/app +4 modules ")
    expect(session.run("ambit report"), r"18 of 25 modules\W* affected, 9 of them tests", "Unit Tests")
    return "init, edit, affected, why, plan, owners, report"
