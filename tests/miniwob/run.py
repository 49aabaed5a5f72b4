"""Form tasks of MiniWoB++ with the tools of `ostler serve`. The page's own reward is the judge.

An episode is one `navigate`, the page's own start with a seed, and one `form_fill` that also presses the button. What was
reported as done but earns no reward is a lie, and is shown apart.
"""
import argparse
import functools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from tasks import BEYOND, TASKS

GOOD = {"filled", "reformatted", "unchanged"}
LOOPBACK = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
START = "(Math.seedrandom({seed}), core.startEpisodeReal(), [core.getUtterance(), ui_utils.COUNTRIES, WOB_TASK_READY])"
END = "[WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL, WOB_REWARD_REASON]"


class Pages(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass


class Ostler:
    """A client of `ostler serve`: one request, one answer."""

    def __init__(self, program, home):
        env = {name: os.environ[name] for name in ("PATH", "OSTLER_BROWSER") if name in os.environ}
        command = [program, "serve", "--profile", "full", "--resolver-rules", LOOPBACK]
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env={**env, "HOME": home, "TMPDIR": home}
        )
        self.last = 0
        about = {"name": "miniwob", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.child.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.child.stdin.flush()

    def ask(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        for line in self.child.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.last:
                return answer["result"] if "result" in answer else sys.exit(f"{method}: {answer}")
        sys.exit("ostler serve has ended")

    def call(self, name, **arguments):
        return self.ask("tools/call", {"name": name, "arguments": arguments})

    def evaluate(self, expression):
        answer = self.call("evaluate", expression=expression)
        assert not answer.get("isError"), words(answer)
        return answer["structuredContent"]["result"]

    def close(self):
        self.child.stdin.close()
        self.child.wait(timeout=20)


def words(answer):
    return "\n".join(part["text"] for part in answer["content"] if part["type"] == "text")


class Episode:
    """One task with one seed, and what came of it."""

    def __init__(self, ostler, base, task, seed):
        self.task, self.seed = task, seed
        opened = ostler.call("navigate", url=f"{base}/miniwob/{task}.html", observe="none")
        assert not opened.get("isError"), words(opened)
        self.said, known, ready = ostler.evaluate(START.format(seed=seed))
        assert ready, f"{task} says that it is not ready"
        fields, button = TASKS[task](self.said, known)
        began = time.monotonic()
        answer = ostler.call("form_fill", fields=fields, submit=True, button=button, observe="none")
        self.millis = (time.monotonic() - began) * 1000
        self.report = words(answer)
        done, reward, reason = ostler.evaluate(END)
        self.right = done and reward == 1
        self.outcome = f"reward {reward}" + (f", {reason}" if reason else "") if done else "not ended"
        told = answer.get("structuredContent") or {}
        # All that was asked for is said to be as asked, and the page thinks otherwise. Being late is not being wrong.
        reported = bool(told) and all(field["status"] in GOOD for field in told["fields"])
        sent = (told.get("submit") or {}).get("outcome") in ("Submitted", "Advanced")
        self.lie = reported and not self.right and (sent if not done else reason != "timed out")

    def show(self):
        print(f"\n{self.task}, seed {self.seed}: {self.outcome}\n  asked: {self.said}")
        for line in self.report.splitlines():
            print(f"  | {line}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the built ostler")
    parser.add_argument("--pages", required=True, help="the folder html of the wheel")
    parser.add_argument("--seeds", type=int, default=20, help="seeds from 0 on, for each task")
    parser.add_argument("--seed", type=int, help="this one seed")
    parser.add_argument("--tasks", default=",".join(TASKS), help="names, separated by commas")
    parser.add_argument("--least", type=float, default=0.96, help="the part of the episodes that must be right")
    options = parser.parse_args()
    site = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Pages, directory=options.pages))
    site.daemon_threads = True
    threading.Thread(target=site.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{site.server_port}"
    seeds = range(options.seeds) if options.seed is None else [options.seed]
    began, episodes = time.monotonic(), []
    for task in options.tasks.split(","):
        # A session of its own for each: what was a password in one task would be masked in the words of the next.
        with tempfile.TemporaryDirectory() as home:
            ostler = Ostler(options.program, home)
            these = [Episode(ostler, base, task, seed) for seed in seeds]
            ostler.close()
        right = sum(it.right for it in these)
        lies = sum(it.lie for it in these)
        median = statistics.median(it.millis for it in these)
        print(f"{task:28} {right:3} of {len(these)}  {median:6.0f} ms{f'  {lies} LIES' if lies else ''}", flush=True)
        episodes += these
    site.shutdown()
    for heading, some in (
        ("Not right, and not said to be", [it for it in episodes if not it.right and not it.lie]),
        ("LIES: said to be done, but the page gives no reward", [it for it in episodes if it.lie]),
    ):
        if some:
            print(f"\n{heading}: {len(some)}")
            for it in some:
                it.show()
    asked = [it for it in episodes if it.task not in BEYOND]
    right = sum(it.right for it in episodes)
    lies = sum(it.lie for it in episodes)
    missed = sum(not it.right for it in asked)
    good = lies == 0 and len(asked) - missed >= options.least * len(asked)
    for task, why in BEYOND.items():
        own = [it for it in episodes if it.task == task]
        if own:
            done = "; all are right now, so take it off the list" if all(it.right for it in own) else ""
            print(f"\nbeyond us: {task}: {why}{done}", end="")
    print(f"\n\n{right} of {len(episodes)} episodes right, {missed} missed of {len(asked)} that must be, {lies} lies, {time.monotonic() - began:.0f} s")
    failed = 0 if good else missed + lies
    print(f"test result: {'ok' if good else 'FAILED'}. {right} passed; {failed} failed; {len(episodes) - right - failed} ignored")
    sys.exit(not good)


main()
