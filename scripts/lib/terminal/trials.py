"""Runs Ambit in a terminal as a newcomer does, for scripts/test-terminal."""

import sys
import time

import hour
import questions
import screens
from screen import UnknownSequence
from session import Place, Session, Trouble

TRIALS = {
    "questions": questions.answer_all,
    "screens": screens.ask_all,
    "hour": hour.first_hour,
    "app": hour.first_hour_with_app,
}


def run(name, ambit, example, is_shown):
    """True when a trial passes."""
    sessions = []

    def session_in(folder, columns=100):
        sessions.append(Session(place, folder, columns))
        return sessions[-1]

    begun = time.monotonic()
    try:
        with Place(ambit, example) as place:
            said = TRIALS[name](place, session_in)
    except (Trouble, UnknownSequence) as trouble:
        print(f"✘ {name}: {trouble}", file=sys.stderr)
        return False
    finally:
        if is_shown:
            print(*(session.screen.text for session in sessions), sep="\n")
    print(f"✔ {name}: {said}, {time.monotonic() - begun:.0f} s")
    return True


def main():
    ambit, example, *names = sys.argv[1:]
    is_shown = "--show" in names
    names = [name for name in names if name != "--show"]
    for name in names:
        if name not in TRIALS:
            sys.exit(f"error: there is no trial '{name}'; name some of {', '.join(TRIALS)}")
    # All of them run, also after one that fails.
    passed = [run(name, ambit, example, is_shown) for name in names or TRIALS]
    sys.exit(0 if all(passed) else 1)


main()
