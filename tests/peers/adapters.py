"""One adapter a server: how an agent that knows the server well would do the work with the fewest sensible calls.

Rules kept by every adapter
- A handle (ref, uid, index, selector) may only be taken from text that the server returned earlier in the same run.
- policy 'naive' uses the documented form tools only; 'expert' also uses a workaround known to work with that server
  (for example a script for date inputs), which costs its calls and tokens like anything else.
- Nothing is retried in silence: what a tool did wrong is written to s.notes.
"""
import json
import os
import re
from html.parser import HTMLParser

import tasks


class Missing(Exception):
    """A field or button is not in what the server showed."""


def q(s):
    return re.escape(s)


# A script an expert uses where the form tools cannot set date-like inputs.
SET_BY_LABEL = ('for(const [l,v] of %s){const e=[...document.querySelectorAll("label")].find(x=>x.textContent.trim()===l).control;'
                'e.value=v;e.dispatchEvent(new Event("input",{bubbles:true}));e.dispatchEvent(new Event("change",{bubbles:true}))}')


class Adapter:
    name, package = "", ""
    obs = ""
    ahead = False        # whether values for steps that are not shown yet can be given at once

    def __init__(self, cfg):
        self.cfg = cfg

    def command(self):
        raise NotImplementedError

    def env(self):
        return {}

    def available(self):
        return None          # a sentence when the server cannot be run here

    # --- the five verbs that tasks are written in -------------------------------------------------
    def open(self, s, url):
        raise NotImplementedError

    def observe(self, s):
        raise NotImplementedError

    def look(self, s):
        """The cheapest look that shows the page's words (an outcome, a message)."""
        self.observe(s)

    def fill(self, s, fields, policy):
        raise NotImplementedError

    def pick(self, s, field, policy):
        """Choose in a custom listbox."""
        raise NotImplementedError

    def press(self, s, button):
        raise NotImplementedError

    def accept_dialog(self, s):
        self.observe(s)

    def network(self, s):
        """One further look that would show a failed request; False when the default tools have none."""
        return False

    def fill_one(self, s, field):
        """The probe's single fill, naive. Returns the call's (text, is_error)."""
        raise NotImplementedError

    def close(self, s):
        pass


class Playwright(Adapter):
    name, package = "playwright-mcp", "@playwright/mcp"
    KIND = {"text": "textbox", "number": "textbox", "date": "textbox", "time": "textbox", "textarea": "textbox", "select": "combobox",
            "radio": "radio", "checkbox": "checkbox", "slider": "slider", "listbox": "combobox"}

    def command(self):
        return ["node", self.cfg.npm("@playwright/mcp/cli.js"), "--headless", "--executable-path", self.cfg.chrome, "--no-sandbox", "--isolated",
                "--output-dir", self.cfg.scratch("playwright-out")]

    def observe(self, s):
        self.obs = s.call("browser_snapshot", {}).text

    def open(self, s, url):
        s.call("browser_navigate", {"url": url})
        if "```yaml" not in s.last.text:      # this version puts the snapshot in a file
            self.observe(s)
        else:
            self.obs = s.last.text

    def ref(self, label, roles):
        m = re.search(r'(?:%s) "%s[^"\n]*"[^\n]*?\[ref=(\w+)\]' % (roles, q(label)), self.obs)
        if not m:
            raise Missing("%s (%s)" % (label, roles))
        return m.group(1)

    ROLES = {"select": "combobox", "listbox": "combobox", "radio": "radio", "checkbox": "checkbox", "slider": "slider"}

    def item(self, f):
        label, kind, value = f
        return {"target": self.ref(label, self.ROLES.get(kind, "textbox|spinbutton|combobox")), "name": label, "type": self.KIND[kind], "value": value}

    def fill(self, s, fields, policy):
        s.call("browser_fill_form", {"fields": [self.item(f) for f in fields if not (f[1] == "checkbox" and f[2] == "false")]})

    def pick(self, s, field, policy):
        s.call("browser_click", {"target": self.ref(field[0], "combobox")})
        self.observe(s)
        s.call("browser_click", {"target": self.ref(field[2], "option")})

    def press(self, s, button):
        s.call("browser_click", {"target": self.ref(button, "button")})

    def accept_dialog(self, s):
        s.call("browser_handle_dialog", {"accept": True})

    def network(self, s):
        s.call("browser_network_requests", {})
        return True

    def fill_one(self, s, f):
        return s.call("browser_fill_form", {"fields": [self.item(f)]})

    def close(self, s):
        s.call("browser_close", {}, quiet=True)


class PlaywrightCode(Playwright):
    """The same server, with one written script per form instead of form tools."""
    name = "playwright-mcp (script)"

    def js(self, f):
        label, kind, value = f
        L = json.dumps(label)
        if kind == "select":
            return "await page.getByLabel(%s).selectOption(%s);" % (L, json.dumps(value))
        if kind in ("radio", "checkbox"):
            return "" if value == "false" else "await page.getByLabel(%s).check();" % L
        if kind == "listbox":
            return "await page.getByRole('combobox',{name:%s}).click();await page.getByRole('option',{name:%s}).click();" % (L, json.dumps(value))
        return "await page.getByLabel(%s, {exact:true}).fill(%s);" % (L, json.dumps(value))

    def __init__(self, cfg):
        super().__init__(cfg)
        self.pending = []

    def fill(self, s, fields, policy):
        self.pending += list(fields)

    def pick(self, s, field, policy):
        self.pending.append(field)

    def press(self, s, button):
        body = "".join(self.js(f) for f in self.pending)
        wants_post = button not in ("Next",)
        self.pending = []
        b = "page.getByRole('button',{name:%s})" % json.dumps(button)
        if wants_post:
            code = ("async(page)=>{page.on('dialog',d=>d.accept().catch(()=>{}));" + body + "const r=page.waitForResponse(r=>r.request().method()==='POST',{timeout:4000}).catch(()=>null);await " + b +
                    ".click();const x=await r;await page.waitForTimeout(150);return (x?x.status():'no post')+' '+await page.locator('body').innerText()}")
        else:
            code = "async(page)=>{" + body + "await " + b + ".click();await page.waitForTimeout(150);return await page.locator('body').innerText()}"
        s.call("browser_run_code_unsafe", {"code": code})

    def accept_dialog(self, s):
        pass

    def fill_one(self, s, f):
        return s.call("browser_run_code_unsafe", {"code": "async(page)=>{%s}" % self.js(f)})


class ChromeDevtools(Adapter):
    name, package = "chrome-devtools-mcp", "chrome-devtools-mcp"

    def command(self):
        return ["node", self.cfg.npm("chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"), "--headless", "--executablePath", self.cfg.chrome,
                "--isolated", "--chromeArg=--no-sandbox", "--no-usage-statistics", "--no-performance-crux"]

    def env(self):
        return {"CHROME_DEVTOOLS_MCP_NO_USAGE_STATISTICS": "1", "CI": "1"}

    def do(self, s, tool, args, snap=True):
        a = {"pageId": 1}
        a.update(args)
        if snap:
            a["includeSnapshot"] = True
        self.last = s.call(tool, a)
        if "uid=" in self.last.text:
            self.obs = self.last.text
        return self.last

    def observe(self, s):
        self.do(s, "take_snapshot", {}, False)

    def open(self, s, url):
        self.do(s, "navigate_page", {"type": "url", "url": url}, False)
        self.observe(s)

    ROLES = {"select": "combobox", "listbox": "combobox", "radio": "radio", "checkbox": "checkbox", "date": r"Date|textbox|Month|DateTime|InputTime|\w+", "time": r"InputTime|textbox", "slider": "slider"}

    def uid(self, label, roles):
        m = re.search(r'uid=(\w+) (?:%s) "%s' % (roles, q(label)), self.obs)
        if not m:
            raise Missing("%s (%s)" % (label, roles))
        return m.group(1)

    def item(self, f):
        return {"uid": self.uid(f[0], self.ROLES.get(f[1], "textbox|spinbutton|combobox")), "value": f[2]}

    def fill(self, s, fields, policy):
        self.do(s, "fill_form", {"elements": [self.item(f) for f in fields if not (f[1] == "checkbox" and f[2] == "false")]})

    def pick(self, s, field, policy):
        self.do(s, "click", {"uid": self.uid(field[0], "combobox")})
        if not re.search(r'option "%s"' % q(field[2]), self.obs):
            s.notes.append("options of the open custom listbox are absent from the default snapshot")
            if policy == "naive":
                return
            self.do(s, "take_snapshot", {"verbose": True}, False)
        self.do(s, "click", {"uid": self.uid(field[2], "option")})

    def press(self, s, button):
        self.do(s, "click", {"uid": self.uid(button, "button")})

    def accept_dialog(self, s):
        s.call("handle_dialog", {"pageId": 1, "action": "accept"})

    def network(self, s):
        s.call("list_network_requests", {"pageId": 1})
        return True

    def fill_one(self, s, f):
        return s.call("fill", {"pageId": 1, "uid": self.item(f)["uid"], "value": f[2]})


class AgentBrowser(Adapter):
    name, package = "agent-browser", "agent-browser"
    extra = []

    def command(self):
        return [self.cfg.agent_browser, "mcp"] + self.extra

    def available(self):
        return None if os.path.exists(self.cfg.agent_browser) else "no binary at " + self.cfg.agent_browser

    def env(self):
        return {"AGENT_BROWSER_EXECUTABLE_PATH": self.cfg.chrome, "AGENT_BROWSER_ARGS": "--no-sandbox", "AGENT_BROWSER_SESSION": "bench" + str(os.getpid())}

    def observe(self, s, full=False):
        self.obs = s.call("agent_browser_snapshot", {"interactive": False} if full else {}).text

    def look(self, s):
        s.call("agent_browser_get_text", {"selector": "body"})

    def open(self, s, url):
        s.call("agent_browser_open", {"url": url})
        self.observe(s)

    ROLES = {"select": "combobox", "listbox": "combobox", "radio": "radio", "checkbox": "checkbox", "slider": "slider"}

    def ref(self, label, roles):
        m = re.search(r'(?:%s) "%s[^"\n]*"[^\n]*?ref=(\w+)\]' % (roles, q(label)), self.obs)
        if not m:
            raise Missing("%s (%s)" % (label, roles))
        return "@" + m.group(1)

    def handle(self, f):
        if f[1] in ("date", "time"):
            # No ref is given to a date or time input, only to its spin buttons; the CSS type is the agent's best guess.
            return "input[type=%s]" % f[1]
        return self.ref(f[0], self.ROLES.get(f[1], "textbox|spinbutton|combobox"))

    def one(self, f):
        """(verb, command-line form) for one field."""
        h = self.handle(f)
        if f[1] == "select":
            return "select", [h, f[2]]
        if f[1] in ("radio", "checkbox"):
            return "check", [h]
        return "fill", [h, f[2]]

    def send(self, s, verb, a):
        if verb == "select":
            return s.call("agent_browser_select", {"selector": a[0], "values": a[1:]})
        if verb == "check":
            return s.call("agent_browser_check", {"selector": a[0]})
        return s.call("agent_browser_fill", {"selector": a[0], "text": a[1]})

    def split(self, fields, policy):
        plain = [f for f in fields if not (f[1] == "checkbox" and f[2] == "false") and not (policy == "expert" and f[1] in ("date", "time"))]
        dates = [[f[0], f[2]] for f in fields if f[1] in ("date", "time")] if policy == "expert" else []
        return plain, dates

    def fill(self, s, fields, policy):
        plain, dates = self.split(fields, policy)
        for f in plain:
            self.send(s, *self.one(f))
        if dates:
            s.call("agent_browser_eval", {"script": SET_BY_LABEL % json.dumps(dates)})

    def pick(self, s, field, policy):
        self.observe(s)
        s.call("agent_browser_click", {"selector": self.ref(field[0], "combobox")})
        self.observe(s)
        s.call("agent_browser_click", {"selector": self.ref(field[2], "option")})

    def press(self, s, button):
        try:
            h = self.ref(button, "button")
        except Missing:
            self.observe(s)
            h = self.ref(button, "button")
        s.call("agent_browser_click", {"selector": h})

    def fill_one(self, s, f):
        if f[1] in ("date", "time"):      # the only refs shown belong to the spin buttons inside
            order = {"Start date": 0, "Review date": 1, "Birth date": 2, "Billing month": 3, "Opening time": 0, "Closing time": 1}[f[0]]
            refs = re.findall(r'spinbutton "%s[^\n]*?ref=(\w+)\]' % ("Month" if f[1] == "date" else "Hours"), self.obs)
            return self.send(s, "fill", ["@" + refs[order], f[2]])
        return self.send(s, *self.one(f))

    def close(self, s):
        s.call("agent_browser_close", {"all": False}, quiet=True)


class AgentBrowserBatch(AgentBrowser):
    name = "agent-browser (batch)"
    extra = ["--tools", "core,debug"]

    def fill(self, s, fields, policy):
        plain, dates = self.split(fields, policy)
        cmds = [[v] + a for v, a in (self.one(f) for f in plain)]
        if dates:
            cmds.append(["eval", SET_BY_LABEL % json.dumps(dates)])
        s.call("agent_browser_batch", {"commands": cmds, "omitCommand": True})

    def accept_dialog(self, s):
        s.call("agent_browser_batch", {"commands": [["dialog", "accept"]]})

    def pick(self, s, field, policy):
        # The combobox is already known from the first snapshot, so the click needs no fresh one.
        s.call("agent_browser_click", {"selector": self.ref(field[0], "combobox")})
        self.observe(s)
        s.call("agent_browser_click", {"selector": self.ref(field[2], "option")})


class Puppeteer(Adapter):
    """No observation tool: the agent reads the form with a script."""
    name, package = "server-puppeteer", "@modelcontextprotocol/server-puppeteer"
    LIST = ("[...document.querySelectorAll('input,select,textarea,button,[role=combobox],[role=option],[role=alert]')].map((e,i)=>{e.dataset.k=i;return [i,e.tagName,e.type||e.getAttribute('role'),"
            "((e.labels&&e.labels[0]||e).innerText||'').trim(),e.tagName=='SELECT'?[...e.options].map(o=>o.value+'='+o.text).join(','):e.value||''].join('|')}).join('\\n')+'\\n'+document.body.innerText.slice(0,400)")

    def command(self):
        return ["node", self.cfg.npm("@modelcontextprotocol/server-puppeteer/dist/index.js")]

    def env(self):
        return {"PUPPETEER_EXECUTABLE_PATH": self.cfg.chrome}

    def observe(self, s):
        t = s.call("puppeteer_evaluate", {"script": self.LIST}).text
        self.obs = t.replace("\\n", "\n")

    def look(self, s):
        s.call("puppeteer_evaluate", {"script": "document.body.innerText.slice(0,600)"})

    def open(self, s, url):
        self.filled = set()
        s.call("puppeteer_navigate", {"url": url, "launchOptions": {"headless": True, "executablePath": self.cfg.chrome, "args": ["--no-sandbox"]}, "allowDangerous": True})
        self.observe(s)

    def sel(self, label, kinds="."):
        m = re.search(r'^"?(\d+)\|\w+\|(?:%s)[\w-]*\|%s[^|\n]*\|(.*)$' % (kinds, q(label)), self.obs, re.M)
        if not m:
            raise Missing(label)
        return '[data-k="%s"]' % m.group(1), m.group(2)

    def one(self, s, f):
        sel, extra = self.sel(f[0])
        if f[1] == "select":
            m = re.search(r"(?:^|,)([^,=]*)=%s(?:,|$)" % q(f[2]), extra)
            return s.call("puppeteer_select", {"selector": sel, "value": m.group(1) if m else f[2]})
        if f[1] in ("radio", "checkbox"):
            return s.call("puppeteer_click", {"selector": sel})
        return s.call("puppeteer_fill", {"selector": sel, "value": f[2]})

    def fill(self, s, fields, policy):
        dates = []
        for f in fields:
            if f[1] == "checkbox" and f[2] == "false":
                continue
            if policy == "expert" and (f[1] in ("date", "time") or (f[1] in ("text", "textarea") and f[0] in self.filled)):
                dates.append([f[0], f[2]])      # this tool types into dates wrongly, and it appends to a value that is there
                continue
            self.one(s, f)
            self.filled.add(f[0])
        if dates:
            s.call("puppeteer_evaluate", {"script": SET_BY_LABEL % json.dumps(dates)})

    def pick(self, s, field, policy):
        s.call("puppeteer_click", {"selector": self.sel_listbox(field)})
        self.observe(s)
        s.call("puppeteer_click", {"selector": self.sel(field[2], "option")[0]})

    def sel_listbox(self, field):
        m = re.search(r'^"?(\d+)\|DIV\|combobox', self.obs, re.M)
        if not m:
            raise Missing(field[0])
        return '[data-k="%s"]' % m.group(1)

    def press(self, s, button):
        s.call("puppeteer_click", {"selector": self.sel(button)[0]})

    def fill_one(self, s, f):
        if f[1] == "listbox":
            return s.call("puppeteer_select", {"selector": self.sel_listbox(f), "value": f[2]})
        return self.one(s, f)


class _Html(HTMLParser):
    """Controls of a page in document order with their labels, as an agent would read them from HTML."""

    def __init__(self):
        super().__init__()
        self.items, self.labels, self.cur, self.open_label = [], {}, None, None

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if tag == "label":
            self.open_label = {"for": a.get("for"), "text": "", "inner": None}
        if tag in ("input", "select", "textarea", "button") or a.get("role") in ("combobox", "option", "textbox"):
            it = {"tag": tag, "id": a.get("id"), "type": a.get("type"), "role": a.get("role"), "text": "", "label": None}
            self.items.append(it)
            if self.open_label is not None:
                self.open_label["inner"] = it
            if tag != "input":
                self.cur = it

    def handle_endtag(self, tag):
        if tag == "label" and self.open_label:
            l, self.open_label = self.open_label, None
            t = l["text"].strip()
            if l["inner"] is not None:
                l["inner"]["label"] = t
            elif l["for"]:
                self.labels[l["for"]] = t
        if self.cur and tag == self.cur["tag"]:
            self.cur = None

    def handle_data(self, d):
        if self.open_label is not None:
            self.open_label["text"] += d
        if self.cur is not None:
            self.cur["text"] += d


class BrowserUse(Adapter):
    """The state lists tag and text only, no label and no value, so the agent also reads the HTML and aligns both by order."""
    name, package = "browser-use mcp", "browser-use"

    def command(self):
        return [self.cfg.python, "-m", "browser_use.mcp"]

    def env(self):
        d = self.cfg.scratch("browser-use-config")
        ids = ["00000000-0000-4000-8000-00000000000%d" % i for i in (1, 2, 3)]
        base = [{"id": i, "default": True, "created_at": "2026-01-01T00:00:00"} for i in ids]
        base[0].update({"headless": True, "executable_path": self.cfg.chrome, "chromium_sandbox": False, "enable_default_extensions": False, "user_data_dir": self.cfg.scratch("browser-use-profile")})
        with open(os.path.join(d, "config.json"), "w") as fh:
            json.dump({"browser_profile": {ids[0]: base[0]}, "llm": {ids[1]: base[1]}, "agent": {ids[2]: base[2]}}, fh)
        return {"BROWSER_USE_CONFIG_DIR": d, "ANONYMIZED_TELEMETRY": "false", "BROWSER_USE_VERSION_CHECK": "false", "BROWSER_USE_CLOUD_SYNC": "false", "BROWSER_USE_LOGGING_LEVEL": "warning"}

    def observe(self, s):
        state = s.call("browser_get_state", {}).text
        html = s.call("browser_get_html", {"selector": "main"}).text
        self.obs = state + html
        try:
            els = json.loads(state)["interactive_elements"]
        except ValueError:
            els = []
        p = _Html()
        p.feed(html)
        for it in p.items:
            it["label"] = it["label"] or p.labels.get(it["id"]) or it["text"].strip()
        seq = [e for e in els if e["tag"] in ("input", "select", "textarea", "button", "div", "li")]
        # Both lists are in document order. The state holds only what is near the viewport, and an element keeps its index, so a
        # scrolled state is joined on at the last element that was already known.
        old = {i: n for n, (_, i) in enumerate(self.map)} if self.same_page(p.items) else {}
        seen = [e["index"] for e in seq if e["index"] in old]
        if seen and len(p.items) > len(self.map):
            n = max(old[i] for i in seen)
            k = [e["index"] for e in seq].index(self.map[n][1]) + 1
            done = n + 1
        else:
            self.map, k, done = [], 0, 0
        for it in p.items[done:]:
            j = k
            while j < len(seq) and seq[j]["tag"] != it["tag"]:
                j += 1
            if j == len(seq):
                break
            self.map.append((it, seq[j]["index"]))
            k = j + 1

    def same_page(self, items):
        return [(i["tag"], i["id"]) for i in items[:len(self.map)]] == [(i["tag"], i["id"]) for i, _ in self.map]

    def open(self, s, url):
        self.map = []
        s.call("browser_navigate", {"url": url})
        self.observe(s)

    def idx(self, s, label, want=None):
        for turn in range(5):
            for it, i in self.map:
                if (it["label"] or "").startswith(label) and (want is None or it["role"] == want or it["tag"] == want):
                    return i
            if turn == 0:
                self.observe(s)           # it may have become usable since
            elif turn < 4:                # the state holds what is near the viewport only
                s.call("browser_scroll", {"direction": "down"})
                self.observe(s)
        raise Missing(label)

    def look(self, s):
        s.call("browser_get_html", {"selector": "body"})

    def one(self, s, f):
        if f[1] in ("radio", "checkbox"):
            return s.call("browser_click", {"index": self.idx(s, f[0])})
        return s.call("browser_type", {"index": self.idx(s, f[0]), "text": f[2]})

    def fill(self, s, fields, policy):
        for f in fields:
            if not (f[1] == "checkbox" and f[2] == "false"):
                self.one(s, f)

    def pick(self, s, field, policy):
        box = [i for it, i in self.map if it["role"] == "combobox"]
        if not box:
            raise Missing(field[0])
        s.call("browser_click", {"index": box[0]})
        self.observe(s)
        s.call("browser_click", {"index": self.idx(s, field[2], "option")})

    def press(self, s, button):
        s.call("browser_click", {"index": self.idx(s, button, "button")})

    def fill_one(self, s, f):
        if f[1] == "listbox":
            box = [i for it, i in self.map if it["role"] == "combobox" and it["tag"] == "div"]
            if not box:
                raise Missing(f[0])
            return s.call("browser_type", {"index": box[0], "text": f[2]})
        return self.one(s, f)

    def close(self, s):
        s.call("browser_close_all", {}, quiet=True)


class Ostler(Adapter):
    """Two verbs do it: look at the page once, then say what the form should hold and that it is to be sent.

    Keys are the words of the labels as a person says them, without the star. What is not filled on the step shown is
    kept for a later one, so all that the person gave goes into the first call.
    """
    name, package, ahead = "ostler", "ostler", True

    def command(self):
        return [self.cfg.ostler] + self.cfg.ostler_args

    def env(self):
        return {"OSTLER_BROWSER": self.cfg.chrome}

    def available(self):
        return None if self.cfg.ostler and os.path.exists(self.cfg.ostler) else "no ostler binary given (--ostler PATH)"

    def observe(self, s):
        self.obs = s.call("form_inspect", {}).text

    def open(self, s, url):
        self.pending, self.policy, self.asked = {}, "naive", None
        self.obs = s.call("navigate", {"url": url}).text

    def pair(self, f):
        if f[1] == "radio":
            return tasks.RADIO_GROUPS[f[0]]
        return f[0], (f[2] == "true") if f[1] == "checkbox" else f[2]

    def fill(self, s, fields, policy):
        self.policy = policy
        for f in fields:
            key, value = self.pair(f)
            self.pending[re.sub(r" \*$", "", key)] = value

    def pick(self, s, field, policy):
        self.fill(s, [field], policy)

    def press(self, s, button):
        args = {"fields": self.pending, "submit": True}
        # A button whose words do not say that it sends the form is pressed only if it is named.
        if re.search(r'button "%s" \(other\)' % q(button), self.obs):
            args["button"] = self.asked = button
            # What is cancelled or deleted asks "are you sure?": who knows the server says so at once.
            if self.policy == "expert":
                args["confirm"] = True
        self.pending = {}
        s.call("form_fill", args)

    def accept_dialog(self, s):
        s.call("form_submit", {"button": self.asked, "confirm": True} if self.asked else {"confirm": True})

    def fill_one(self, s, f):
        return s.call("form_fill", {"fields": dict([self.pair(f)])})


def s_text(x):
    return x.text if x is not None else ""


ALL = [Playwright, PlaywrightCode, ChromeDevtools, AgentBrowser, AgentBrowserBatch, Puppeteer, BrowserUse, Ostler]
