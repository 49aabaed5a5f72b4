"""A session of the Python client with `ostler serve`, without `initialize` and with it. Judged by what the site received."""
import asyncio
import os
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

PAGE = (Path(__file__).parent / "page.html").read_bytes()
FIELDS = {"Full name": "Ada Lovelace", "Phone": "5551234567", "Country": "Portugal", "Delivery date": "March 5, 2031", "I accept the terms": True}
EXPECTED = {"name": "Ada Lovelace", "phone": "(555) 123-4567", "country": "PT", "date": "2031-03-05", "terms": "yes"}


class Site(BaseHTTPRequestHandler):
    received = []

    def log_message(self, *_):
        pass

    def answer(self, body):
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(PAGE)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        self.received.append(dict(parse_qsl(body)))
        self.answer(b"<h1>Thank you</h1><p>Your order number is A-1815.</p>")


def words(result):
    return "\n".join(part.text for part in result.content if part.type == "text")


async def session(program, url, stateless):
    Site.received.clear()
    told = []

    async def progress(done, total, message):
        told.append((done, total, message))

    with tempfile.TemporaryDirectory() as home:
        env = {name: os.environ[name] for name in ("PATH", "OSTLER_BROWSER") if name in os.environ}
        parameters = StdioServerParameters(command=program, args=["serve"], env={**env, "HOME": home, "TMPDIR": home})
        async with stdio_client(parameters) as streams, ClientSession(*streams) as client:
            await (client.discover() if stateless else client.initialize())
            version = client.protocol_version
            assert (version == "2026-07-28") == stateless, version
            assert "page_content" in client.instructions
            tools = (await client.list_tools()).tools
            assert {"navigate", "form_fill", "form_submit"} <= {tool.name for tool in tools}, tools
            opened = await client.call_tool("navigate", {"url": url})
            assert not opened.is_error and "Full name *" in words(opened), opened
            # The client itself checks structuredContent against the tool's outputSchema.
            sent = await client.call_tool("form_fill", {"fields": FIELDS, "submit": True}, progress_callback=progress)
            assert not sent.is_error, sent
            assert sent.structured_content["submit"]["outcome"] == "Submitted", sent
            assert "A-1815" in words(sent), words(sent)
            refused = await client.call_tool("form_submit", {"form": "no such form"})
            assert refused.is_error and "unknown-form" in words(refused), refused
        left = os.listdir(home)
    assert Site.received == [EXPECTED], Site.received
    assert told and [done for done, _, _ in told] == sorted(done for done, _, _ in told), told
    assert left == [], left
    print(f"python: a session in {version}: sent once and right, {len(told)} pieces of progress")


def main(program):
    site = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{site.server_port}/"
    for stateless in (True, False):
        asyncio.run(asyncio.wait_for(session(program, url, stateless), 120))
    site.shutdown()


main(sys.argv[1])
