// A session of the JavaScript client with `ostler serve`, which begins with `initialize`. Judged by what the site received.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, modules] = process.argv.slice(2);
const require = createRequire(join(modules, 'none.js'));
const load = (name) => import(pathToFileURL(require.resolve(`@modelcontextprotocol/sdk/${name}`)));
const { Client } = await load('client/index.js');
const { StdioClientTransport } = await load('client/stdio.js');

const page = readFileSync(new URL('page.html', import.meta.url));
const fields = { 'Full name': 'Ada Lovelace', Phone: '5551234567', Country: 'Portugal', 'Delivery date': 'March 5, 2031', 'I accept the terms': true };
const expected = { name: 'Ada Lovelace', phone: '(555) 123-4567', country: 'PT', date: '2031-03-05', terms: 'yes' };

const received = [];
const site = createServer(async (request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (request.method !== 'POST') {
    response.end(page);
    return;
  }
  const parts = [];
  for await (const part of request) parts.push(part);
  received.push(Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString())));
  response.end('<h1>Thank you</h1><p>Your order number is A-1815.</p>');
});
await new Promise((done) => site.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${site.address().port}/`;

const home = mkdtempSync(join(tmpdir(), 'ostler-client-'));
const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home };
if (process.env.OSTLER_BROWSER) env.OSTLER_BROWSER = process.env.OSTLER_BROWSER;
const transport = new StdioClientTransport({ command: program, args: ['serve'], env });
const client = new Client({ name: 'test', version: '1' });
const words = (result) => result.content.map((part) => part.text ?? '').join('\n');
try {
  await client.connect(transport);
  assert.equal(client.getServerVersion().name, 'ostler');
  assert.match(client.getInstructions(), /page_content/);
  const { tools } = await client.listTools();
  for (const name of ['navigate', 'form_fill', 'form_submit']) assert.ok(tools.some((tool) => tool.name === name), name);
  const opened = await client.callTool({ name: 'navigate', arguments: { url } });
  assert.match(words(opened), /Full name \*/);
  const told = [];
  // The client itself checks structuredContent against the tool's outputSchema.
  const sent = await client.callTool({ name: 'form_fill', arguments: { fields, submit: true } }, undefined, { onprogress: (news) => told.push(news.progress) });
  assert.equal(sent.structuredContent.submit.outcome, 'Submitted');
  assert.match(words(sent), /A-1815/);
  const refused = await client.callTool({ name: 'form_submit', arguments: { form: 'no such form' } });
  assert.ok(refused.isError);
  assert.match(words(refused), /unknown-form/);
  assert.deepEqual(received, [expected]);
  assert.ok(told.length > 0 && told.every((at, n) => n === 0 || told[n - 1] < at), `${told}`);
  await client.close();
  assert.deepEqual(readdirSync(home), []);
  console.log(`javascript: a session with initialize: sent once and right, ${told.length} pieces of progress`);
} finally {
  await client.close();
  site.close();
  rmSync(home, { recursive: true, force: true });
}
