#!/usr/bin/env python3
"""Side-by-side form bench for browser MCP servers, on loopback pages, with a Chromium that is already installed.

  python3 bench.py --npm DIR/node_modules --agent-browser BIN --python VENV/bin/python --out OUT [--only a,b] [--tasks contact,long] [--reps 5]
  python3 bench.py ... --ostler target/release/ostler            (once it exists)

Writes OUT/results.json, OUT/table.md, OUT/received.jsonl (what the site got) and OUT/transcripts/.
Only loopback is used. Standard library only; tiktoken is used when it and a rank file (--ranks) are there, else bytes/4.
"""
import argparse
import base64
import json
import os
import queue
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
import uuid

import adapters
import tasks
from formsite import Site

MARK = "PEERBENCH_MARK"


# ---------------------------------------------------------------- tokens
class Tokens:
    def __init__(self, ranks):
        self.enc, self.kind = None, "bytes/4"
        if ranks and os.path.exists(ranks):
            try:
                import tiktoken
                with open(ranks) as fh:
                    d = json.loads(fh.read().strip().replace("export default ", "", 1).rstrip(";"))
                table = {}
                for line in d["bpe_ranks"].split("\n"):
                    if line:
                        _, off, *toks = line.split(" ")
                        for i, t in enumerate(toks):
                            table[base64.b64decode(t)] = int(off) + i
                self.enc = tiktoken.Encoding("from-file", pat_str=d["pat_str"], mergeable_ranks=table, special_tokens=d["special_tokens"])
                self.kind = "tiktoken " + os.path.basename(ranks)
            except Exception as e:  # the bench must run without it
                sys.stderr.write("tiktoken not used: %s\n" % e)

    def __call__(self, text):
        return len(self.enc.encode(text, disallowed_special=())) if self.enc else (len(text.encode()) + 3) // 4


# ---------------------------------------------------------------- processes
class Sampler(threading.Thread):
    """Peak resident memory of every process that carries this run's mark in its environment, Chrome left out.

    The mark finds daemons that left the process tree.
    """

    def __init__(self, mark, every=0.1):
        super().__init__(daemon=True)
        self.mark, self.every, self.known = ("%s=%s" % (MARK, mark)).encode(), every, {}
        self.peak = self.peak_chrome = 0
        self.stop_flag = threading.Event()

    def scan(self):
        """{pid: is_chrome} of marked processes that live now."""
        out, lines = {}, {}
        for pid in sorted((p for p in os.listdir("/proc") if p.isdigit()), key=int):
            try:
                with open("/proc/%s/stat" % pid) as fh:
                    st = fh.read().rsplit(")", 1)[1].split()
                ppid, key = st[1], (pid, st[19])
                if self.known.get(key) is False:
                    continue
                with open("/proc/%s/cmdline" % pid, "rb") as fh:
                    line = fh.read()
                # read anew every time: a process that was just forked still shows its parent's command line
                exe = os.path.basename(os.readlink("/proc/%s/exe" % pid))   # argv[0] may be a title that the program chose
                chrome = exe.startswith(("chrom", "headless_shell")) or (exe in ("sh", "dash", "bash") and b"chromium" in line)
                if key not in self.known:
                    with open("/proc/%s/environ" % pid, "rb") as fh:
                        mine = self.mark in fh.read().split(b"\0")
                    # Chrome's own children rewrite their environment, so the parent decides for them
                    self.known[key] = bool(mine or (chrome and out.get(ppid) is True))
                    if not self.known[key]:
                        continue
                if lines.get(ppid) == line and not chrome:
                    continue          # forked, not yet executed: its pages are its parent's
                lines[pid] = line
                out[pid] = chrome
            except (OSError, IndexError):
                pass
        return out

    def run(self):
        page = os.sysconf("SC_PAGE_SIZE")
        while not self.stop_flag.is_set():
            tot = [0, 0]
            for pid, chrome in self.scan().items():
                try:
                    with open("/proc/%s/statm" % pid) as fh:
                        tot[chrome] += int(fh.read().split()[1]) * page
                except (OSError, IndexError):
                    pass
            self.peak, self.peak_chrome = max(self.peak, tot[0]), max(self.peak_chrome, tot[1])
            self.stop_flag.wait(self.every)

    def finish(self):
        self.stop_flag.set()
        self.join(2)

    def kill_left(self):
        """Ends marked processes by pid: this run started every one of them."""
        for sig in (signal.SIGTERM, signal.SIGKILL):
            left = self.scan()
            for pid in left:
                try:
                    os.kill(int(pid), sig)
                except OSError:
                    pass
            if not left:
                return
            time.sleep(0.6)


# ---------------------------------------------------------------- MCP over stdio
class Reply:
    def __init__(self, text, is_error, wire, images, ms):
        self.text, self.is_error, self.wire, self.images, self.ms = text, is_error, wire, images, ms


class Session:
    def __init__(self, adapter, cfg, tok, think, transcript):
        self.a, self.tok, self.think, self.tr = adapter, tok, think, transcript
        self.calls, self.notes, self.last = [], [], None
        self.mark = uuid.uuid4().hex
        env = dict(os.environ)
        env.update(adapter.env())
        env[MARK] = self.mark
        self.err = open(os.path.join(cfg.out, "stderr-%s.log" % re.sub(r"\W+", "_", adapter.name)), "ab")
        self.t0 = time.time()
        self.p = subprocess.Popen(adapter.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.err, env=env, cwd=cfg.scratch("cwd"), start_new_session=True)
        self.sampler = Sampler(self.mark)
        self.sampler.start()
        self.q, self.n = queue.Queue(), 0
        threading.Thread(target=self._read, daemon=True).start()
        self.info = self._req("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "form-bench", "version": "1"}}, 60)[0]
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self.catalogue()
        self.ready_ms = (time.time() - self.t0) * 1000

    def _read(self):
        for line in self.p.stdout:
            self.q.put(line)
        self.q.put(None)

    def _send(self, o):
        self.p.stdin.write((json.dumps(o) + "\n").encode())
        self.p.stdin.flush()

    def _req(self, method, params, timeout):
        self.n += 1
        self._send({"jsonrpc": "2.0", "id": self.n, "method": method, "params": params})
        end = time.time() + timeout
        while True:
            try:
                line = self.q.get(timeout=max(0.01, end - time.time()))
            except queue.Empty:
                raise TimeoutError("%s: no answer in %d s" % (method, timeout))
            if line is None:
                raise EOFError("the server ended")
            try:
                j = json.loads(line)
            except ValueError:
                continue
            if j.get("id") == self.n and ("result" in j or "error" in j):
                return j, len(line)
            if "method" in j and "id" in j:
                self._send({"jsonrpc": "2.0", "id": j["id"], "error": {"code": -32601, "message": "not offered"}})

    def catalogue(self):
        tools, cur, self.cat_wire = [], None, 0
        while True:
            j, n = self._req("tools/list", {"cursor": cur} if cur else {}, 60)
            self.cat_wire += n
            tools += j["result"]["tools"]
            cur = j["result"].get("nextCursor")
            if not cur:
                break
        slim = json.dumps([{"name": t["name"], "description": t.get("description", ""), "input_schema": t.get("inputSchema", {})} for t in tools], ensure_ascii=False, separators=(",", ":"))
        self.cat_tools, self.cat_tokens = len(tools), self.tok(slim)
        self.instructions = (self.info.get("result") or {}).get("instructions") or ""
        self.cat_tokens_instr = self.tok(self.instructions)

    def call(self, tool, args, quiet=False, timeout=60):
        if self.calls and not quiet:
            time.sleep(self.think)        # an agent thinks between calls; not counted as tool time
        t = time.time()
        j, wire = self._req("tools/call", {"name": tool, "arguments": args}, timeout)
        ms = (time.time() - t) * 1000
        res = j.get("result") or {}
        parts = res.get("content") or []
        text = "\n".join(c.get("text", "") for c in parts if c.get("type") == "text")
        err = bool(res.get("isError")) or "error" in j
        if "error" in j:
            text = json.dumps(j["error"])
        r = Reply(text, err, wire, sum(1 for c in parts if c.get("type") == "image"), ms)
        if not quiet:
            arg = json.dumps(args, ensure_ascii=False, separators=(",", ":"))
            self.calls.append({"tool": tool, "arg_bytes": len(arg.encode()), "arg_tokens": self.tok(arg), "wire": wire, "text_bytes": len(text.encode()), "tokens": self.tok(text), "ms": ms, "error": err})
            self.tr.write(">>> %s %s\n<<< %.0f ms%s\n%s\n\n" % (tool, arg[:4000], ms, " ERROR" if err else "", text[:20000]))
            self.tr.flush()
        self.last = r
        self.all_text = getattr(self, "all_text", "") + "\n" + text
        return r

    def begin(self):
        self.calls, self.notes, self.all_text = [], [], ""

    def close(self):
        try:
            self.a.close(self)
        except Exception:
            pass
        self.sampler.finish()
        try:
            self.p.stdin.close()
            self.p.terminate()
            self.p.wait(4)
        except Exception:
            pass
        self.sampler.kill_left()
        self.err.close()


# ---------------------------------------------------------------- tasks
def confirm(s, a, want, tries=3):
    """Further looks until the words appear; an agent stops as soon as it knows."""
    for _ in range(tries):
        if want(s.tail()):
            return True
        a.look(s)
    return want(s.tail())


def run_task(s, a, task, base, run, policy):
    url = lambda page, extra="": "%s/%s?run=%s%s" % (base, page, run, extra)
    mark = [0]
    s.tail = lambda: s.all_text[mark[0]:]
    ref = lambda t: re.search(r"REF-[0-9A-F]{8}", t)
    if task == "contact":
        a.open(s, url("contact.html"))
        a.fill(s, tasks.CONTACT, policy)
        a.pick(s, tasks.CONTACT_LISTBOX, policy)
        a.fill(s, [tasks.CONTACT_DEPENDENT], policy)
        mark[0] = len(s.all_text)
        a.press(s, "Send request")
        return confirm(s, a, ref)
    if task == "wizard" and a.ahead:
        # The agent has all the values from the beginning; this server takes those of later steps too.
        a.open(s, url("wizard.html"))
        a.fill(s, tasks.WIZARD_1 + tasks.WIZARD_2 + tasks.WIZARD_3, policy)
        mark[0] = len(s.all_text)
        a.press(s, "Next")
        if not confirm(s, a, lambda t: tasks.WIZARD_HINT in t):
            s.notes.append("the validation message never reached the agent")
        a.fill(s, tasks.WIZARD_FIX + tasks.WIZARD_3, policy)
        mark[0] = len(s.all_text)
        a.press(s, "Open account")
        return confirm(s, a, ref)
    if task == "wizard":
        a.open(s, url("wizard.html"))
        a.fill(s, tasks.WIZARD_1, policy)
        a.press(s, "Next")
        need_look(s, a, tasks.WIZARD_2[0][0])
        a.fill(s, tasks.WIZARD_2, policy)
        mark[0] = len(s.all_text)
        a.press(s, "Next")
        if not confirm(s, a, lambda t: tasks.WIZARD_HINT in t):
            s.notes.append("the validation message never reached the agent")
        a.fill(s, tasks.WIZARD_FIX, policy)
        a.press(s, "Next")
        need_look(s, a, tasks.WIZARD_3[0][0])
        a.fill(s, tasks.WIZARD_3, policy)
        mark[0] = len(s.all_text)
        a.press(s, "Open account")
        return confirm(s, a, ref)
    if task in ("long", "react"):
        a.open(s, url(task + ".html"))
        a.fill(s, tasks.LONG if task == "long" else tasks.REACT, policy)
        mark[0] = len(s.all_text)
        a.press(s, "Send survey" if task == "long" else "Join")
        return confirm(s, a, ref)
    if task == "dialog":
        a.open(s, url("dialog.html"))
        a.fill(s, tasks.DIALOG, policy)
        mark[0] = len(s.all_text)
        a.press(s, "Cancel booking")
        if not ref(s.tail()):
            a.accept_dialog(s)
        return confirm(s, a, ref)
    if task.startswith("error_"):
        mode = task[6:]
        a.open(s, url("server_error.html", "&mode=" + mode))
        a.fill(s, tasks.ERROR, policy)
        mark[0] = len(s.all_text)
        a.press(s, "Request callback")
        for _ in range(2):        # look until something is said, twice at most: a page that stays as it was says nothing
            if tasks.failure_seen(s.tail()) != "strong" and "Thank you" not in s.tail():
                a.look(s)
        if mode == "silent" and tasks.failure_seen(s.tail()) != "strong" and policy == "expert":
            a.network(s)          # the page stayed as it was, so a careful agent looks further, where the default tools allow it
        return tasks.failure_seen(s.tail())
    raise ValueError(task)


def need_look(s, a, label):
    """After a step the next fields are needed; look once if the reply did not show them."""
    a_obs = getattr(a, "obs", "")
    if label not in a_obs or label not in s.last.text:
        if label not in s.last.text:
            a.observe(s)


TOLD = r"fail|not (?:match|accept|verif|set)|refus|ambig|reject|mismatch|truncat|read.?only|disabled|could not"


def run_probe(s, a, site, base, only=None):
    """Each field on a fresh page: one fill call, then the true state after focus has left the field."""
    out = {}
    s.tail = lambda: s.all_text
    for key, label, kind, value, want in tasks.PROBE:
        if only and label not in only:
            continue
        run = uuid.uuid4().hex[:10]
        row = {"given": value, "want": want}

        def state():
            d = {}
            for x in site.received(run):
                d.update(x["payload"])
            return d
        try:
            a.open(s, "%s/probe.html?run=%s" % (base, run))
            end = time.time() + 3
            while not state() and time.time() < end:
                time.sleep(0.05)
            before = len(site.received(run))
            r = a.fill_one(s, (label, kind, value))
            row.update(said=r.text[:300], ms=round(r.ms), told=r.is_error or bool(re.search(TOLD, r.text, re.I)))
        except adapters.Missing as e:
            row.update(unseen=True, said=str(e))
        except (TimeoutError, EOFError) as e:
            row.update(said=repr(e), told=True)
        if not row.get("unseen"):
            time.sleep(0.7)
            end = time.time() + 2
            while len(site.received(run)) > before and not state().get("left") and time.time() < end:
                time.sleep(0.05)
            time.sleep(0.15)
        row["got"] = state().get(key, "")
        row["verdict"] = tasks.verdict(key, want, row)
        out[label] = row
    return out


# ---------------------------------------------------------------- runner
class Cfg:
    def __init__(self, o):
        self.__dict__.update(vars(o))
        self.out = os.path.abspath(o.out)
        os.makedirs(os.path.join(self.out, "transcripts"), exist_ok=True)
        self.agent_browser = os.path.abspath(o.agent_browser) if o.agent_browser else ""

    def npm(self, p):
        return os.path.join(os.path.abspath(self.npm_dir), p)

    def scratch(self, name):
        d = os.path.join(self.out, "scratch", name)
        os.makedirs(d, exist_ok=True)
        return d


def tally(probe):
    out = {}
    for v in probe.values():
        out[v["verdict"]] = out.get(v["verdict"], 0) + 1
    return out


def med(xs):
    return statistics.median(xs) if xs else 0


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--npm", dest="npm_dir", default="node_modules")
    ap.add_argument("--agent-browser", default="")
    ap.add_argument("--python", default=sys.executable)
    ap.add_argument("--chrome", default="/usr/bin/chromium")
    ap.add_argument("--ranks", default="")
    ap.add_argument("--ostler", default="")
    ap.add_argument("--ostler-args", default="serve")
    ap.add_argument("--out", required=True)
    ap.add_argument("--only", default="")
    ap.add_argument("--tasks", default=",".join(tasks.TASKS) + ",probe")
    ap.add_argument("--policy", default="expert,naive")
    ap.add_argument("--reps", type=int, default=5)
    ap.add_argument("--naive-reps", type=int, default=1)
    ap.add_argument("--docs", default="", help="write the table to the end of this page, docs/benchmarks.md")
    ap.add_argument("--retable", action="store_true", help="only judge and print OUT/results.json again")
    ap.add_argument("--think-ms", type=int, default=250)
    o = ap.parse_args()
    o.ostler_args = o.ostler_args.split()
    o.ostler = os.path.abspath(o.ostler) if o.ostler else ""
    cfg = Cfg(o)
    if o.retable:
        with open(os.path.join(cfg.out, "results.json")) as fh:
            results = json.load(fh)
        for rec in results["servers"].values():
            for key, label, _, _, want in tasks.PROBE:
                row = rec.get("probe", {}).get(label)
                if row:
                    row["verdict"] = tasks.verdict(key, want, row)
            if "probe" in rec:
                rec["probe_tally"] = tally(rec["probe"])
        print(table(results))
        if o.docs:
            document(o.docs, results)
        return
    tok = Tokens(o.ranks)
    site = Site(os.path.join(cfg.out, "received.jsonl")).start()
    base = "http://127.0.0.1:%d" % site.port
    todo = o.tasks.split(",")
    results = {"tokens": tok.kind, "think_ms": o.think_ms, "reps": o.reps, "chrome": subprocess.run([o.chrome, "--version"], capture_output=True, text=True).stdout.strip(), "servers": {}}
    only = [x.strip() for x in o.only.split(",") if x.strip()]
    for cls in adapters.ALL:
        if only and cls.name not in only:
            continue
        a = cls(cfg)
        why = a.available()
        if why:
            results["servers"][cls.name] = {"skipped": why}
            print("%-24s skipped: %s" % (cls.name, why), flush=True)
            continue
        tr = open(os.path.join(cfg.out, "transcripts", re.sub(r"\W+", "_", cls.name) + ".txt"), "w")
        rec = {"tasks": {}, "load": os.getloadavg()[0]}
        results["servers"][cls.name] = rec
        s, peaks = None, []
        try:
            t0 = time.time()
            s = Session(a, cfg, tok, o.think_ms / 1000.0, tr)
            s.begin()
            s.tail = lambda: ""
            rec.update(version=(s.info.get("result") or {}).get("serverInfo"), tools=s.cat_tools, catalogue_bytes=s.cat_wire, catalogue_tokens=s.cat_tokens, instructions_tokens=s.cat_tokens_instr, ready_ms=round(s.ready_ms))
            a.open(s, base + "/")
            rec["first_page_ms"] = round((time.time() - t0) * 1000)
            for policy in o.policy.split(","):
                for task in todo:
                    if task == "probe":
                        continue
                    n = o.reps if policy == "expert" else o.naive_reps
                    rows = []
                    for i in range(n):
                        run = uuid.uuid4().hex[:10]
                        s.begin()
                        tr.write("=== %s %s rep %d run %s\n" % (task, policy, i, run))
                        t0 = time.time()
                        seen, why = None, ""
                        try:
                            seen = run_task(s, a, task, base, run, policy)
                        except adapters.Missing as e:
                            why = "not in what the server showed: %s" % e
                        except TimeoutError as e:
                            why = str(e)
                        except EOFError as e:
                            why = str(e)
                        if not why:
                            time.sleep(0.2)
                        ok, note = tasks.judge(task, site.received(run))
                        c = s.calls
                        rows.append({"ok": ok, "note": "; ".join(x for x in (why, note, *s.notes) if x), "seen": bool(seen) if not task.startswith("error_") else (seen or ""), "calls": len(c),
                                     "text_bytes": sum(x["text_bytes"] for x in c), "tokens": sum(x["tokens"] for x in c), "wire": sum(x["wire"] for x in c), "arg_tokens": sum(x["arg_tokens"] for x in c),
                                     "tool_ms": sum(x["ms"] for x in c), "wall_ms": (time.time() - t0) * 1000, "tool_errors": sum(x["error"] for x in c), "posts": len(site.received(run))})
                        if task == "dialog" and not ok or "no answer" in why or "ended" in why:
                            peaks.append((s.sampler.peak, s.sampler.peak_chrome))
                            s.close()      # an open dialog or a dead server would spoil every later task
                            a = cls(cfg)
                            s = Session(a, cfg, tok, o.think_ms / 1000.0, tr)
                            s.begin()
                        if why and i == 0 and n > 2:
                            break          # a sequence that cannot be done is not timed five times
                    r = {k: round(med([x[k] for x in rows])) for k in ("calls", "text_bytes", "tokens", "wire", "arg_tokens", "tool_ms", "wall_ms")}
                    r.update(ok=sum(x["ok"] for x in rows), of=len(rows), seen=[x["seen"] for x in rows][-1], seen_n=sum(bool(x["seen"]) for x in rows), notes=sorted({x["note"] for x in rows if x["note"]}), tool_errors=sum(x["tool_errors"] for x in rows), max_posts=max(x["posts"] for x in rows))
                    rec["tasks"].setdefault(policy, {})[task] = r
                    print("%-24s %-7s %-16s ok %d/%d seen=%s calls %d tok %d+%d args, %d ms %s" % (cls.name, policy, task, r["ok"], r["of"], r["seen"], r["calls"], r["tokens"], r["arg_tokens"], r["tool_ms"], r["notes"][:1]), flush=True)
            if "probe" in todo:
                s.begin()
                tr.write("=== probe\n")
                rec["probe"] = run_probe(s, a, site, base)
                rec["probe_tally"] = tally(rec["probe"])
                print("%-24s probe %s" % (cls.name, rec["probe_tally"]), flush=True)
        except Exception as e:
            rec["failed"] = repr(e)
            print("%-24s FAILED %r" % (cls.name, e), flush=True)
        finally:
            if s:
                s.close()
                peaks.append((s.sampler.peak, s.sampler.peak_chrome))
                rec["peak_rss_mb"] = round(max(p[0] for p in peaks) / 2**20, 1)
                rec["peak_chrome_rss_mb"] = round(max(p[1] for p in peaks) / 2**20, 1)
            tr.close()
        with open(os.path.join(cfg.out, "results.json"), "w") as fh:
            json.dump(results, fh, indent=1, ensure_ascii=False)
    with open(os.path.join(cfg.out, "table.md"), "w") as fh:
        fh.write(table(results))
    print(table(results))
    if o.docs:
        document(o.docs, results)
    site.stop()


def document(path, results):
    """Puts the table at the end of a page, after a mark, in the place of an older one."""
    with open(path) as fh:
        text = fh.read()
    head = text.split("<!-- peers -->")[0].rstrip()
    intro = "## Beside other servers\n\nWritten by `tests/peers/bench.py --docs`; do not edit. What the tasks and the columns are says `tests/peers/README.md`.\n\n"
    with open(path, "w") as fh:
        fh.write(head + "\n\n<!-- peers -->\n\n" + intro + table(results))


def table(res):
    out = ["Tokens: %s. %s. Pause between calls %d ms, left out of tool time. Medians of %d." % (res["tokens"], res["chrome"], res["think_ms"], res["reps"]), "",
           "| server | tools | catalogue bytes | catalogue tokens | ready ms | first page ms | peak RSS MB (no Chrome) |", "|---|---|---|---|---|---|---|"]
    S = res["servers"]
    for n, r in S.items():
        if "skipped" in r or "tools" not in r:
            out.append("| %s | %s |||||| " % (n, r.get("skipped") or r.get("failed")))
        else:
            out.append("| %s | %d | %d | %d | %d | %d | %s |" % (n, r["tools"], r["catalogue_bytes"], r["catalogue_tokens"], r["ready_ms"], r.get("first_page_ms", 0), r.get("peak_rss_mb")))
    for policy in ("expert", "naive"):
        out += ["", "%s policy" % policy, "", "| task | server | right at the site | outcome seen | calls | reply tokens | argument tokens | wire bytes | tool ms |", "|---|---|---|---|---|---|---|---|---|"]
        for t in tasks.TASKS:
            for n, r in S.items():
                x = r.get("tasks", {}).get(policy, {}).get(t)
                if x:
                    out.append("| %s | %s | %d/%d | %s | %d | %d | %d | %d | %d |" % (t, n, x["ok"], x["of"], x["seen"] if x["seen"] not in (True, False) else ("yes" if x["seen"] else "no"), x["calls"], x["tokens"], x["arg_tokens"], x["wire"], x["tool_ms"]))
    names = [n for n, r in S.items() if "probe" in r]
    if names:
        out += ["", "Probe: one fill call a field", "", "| field | given | " + " | ".join(names) + " |", "|---|---|" + "---|" * len(names)]
        for _, label, _, value, want in tasks.PROBE:
            out.append("| %s | %s | %s |" % (label, value, " | ".join("%s%s" % (S[n]["probe"][label]["verdict"], (" `%s`" % S[n]["probe"][label]["got"]) if "wrong" in S[n]["probe"][label]["verdict"] else "") for n in names)))
        out.append("| **sum** | | %s |" % " | ".join(", ".join("%s %d" % kv for kv in sorted(S[n]["probe_tally"].items())) for n in names))
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    main()
