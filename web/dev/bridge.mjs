// For development: serves dist/ and lets the page speak to a native executable.
// node dev/bridge.mjs [EXECUTABLE] [PORT]; then open http://localhost:PORT/bianca.html?bridge
import { spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const executable = process.argv[2] ?? 'bianca';
const port = Number(process.argv[3] ?? 8021);
const dist = fileURLToPath(new URL('../dist', import.meta.url));
const engines = new Map();

createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const id = url.searchParams.get('id') ?? '';
  if (url.pathname === '/engine' && request.method === 'GET') {
    const child = spawn(executable, ['gtp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    engines.set(id, child);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': open\n\n');
    let rest = '';
    child.stdout.on('data', (data) => {
      const lines = (rest + data).split('\n');
      rest = lines.pop();
      for (const line of lines) response.write(`data: ${line}\n\n`);
    });
    child.on('exit', () => response.end());
    request.on('close', () => (child.kill(), engines.delete(id)));
  } else if (url.pathname === '/engine') {
    let body = '';
    request.on('data', (data) => (body += data));
    request.on('end', () => {
      engines.get(id)?.stdin.write(body + '\n');
      response.end();
    });
  } else {
    const file = dist + url.pathname;
    if (url.pathname.includes('..') || !existsSync(file)) return response.writeHead(404).end();
    const types = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };
    response.writeHead(200, { 'content-type': types[file.split('.').pop()] ?? 'text/plain' });
    createReadStream(file).pipe(response);
  }
}).listen(port, '127.0.0.1');
