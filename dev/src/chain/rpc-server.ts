import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { RpcError } from '@trigpoint/contracts/evm';
import type { Call } from './methods.ts';

const maxBodyBytes = 1 << 20;
const maxBatch = 1000;

type Answer = { jsonrpc: '2.0'; id: unknown } & ({ result: unknown } | { error: object });

/**
 * JSON-RPC over HTTP. It is open to every origin, because wallets and pages on other ports must be able to use a development chain.
 */
export function createRpcServer(call: Call, welcome: string): Server {
  return createServer((request, response) => {
    handle(call, welcome, request, response).catch((error) => {
      if (!response.headersSent) send(response, 500, failure(null, new RpcError(-32603, String(error))));
      else response.destroy();
    });
  });
}

async function handle(call: Call, welcome: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'POST, GET, OPTIONS');
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
    response.setHeader('access-control-max-age', '86400');
    response.writeHead(204).end();
    return;
  }
  if (request.method === 'GET' || request.method === 'HEAD') {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(welcome);
    return;
  }
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST, GET, OPTIONS' }).end();
    return;
  }
  const body = await readBody(request);
  if (body === undefined) {
    response.setHeader('connection', 'close');
    send(response, 413, failure(null, new RpcError(-32600, `The body is larger than ${maxBodyBytes} bytes.`)));
    return;
  }
  let asked: unknown;
  try {
    asked = JSON.parse(body);
  } catch {
    send(response, 400, failure(null, new RpcError(-32700, 'The body is not valid JSON.')));
    return;
  }
  const answer = Array.isArray(asked) ? await answerBatch(call, asked) : await answerOne(call, asked);
  if (answer === undefined) response.writeHead(204).end();
  else send(response, 200, answer);
}

async function answerBatch(call: Call, batch: readonly unknown[]): Promise<Answer | Answer[] | undefined> {
  if (batch.length === 0) return failure(null, new RpcError(-32600, 'The batch is empty.'));
  if (batch.length > maxBatch) return failure(null, new RpcError(-32600, `A batch has at most ${maxBatch} calls.`));
  const answers = await Promise.all(batch.map((one) => answerOne(call, one)));
  const present = answers.filter((answer) => answer !== undefined);
  return present.length > 0 ? present : undefined;
}

/** A call without an id is a notification: it is carried out and not answered. */
async function answerOne(call: Call, asked: unknown): Promise<Answer | undefined> {
  const one = (typeof asked === 'object' && asked !== null ? asked : {}) as Record<string, unknown>;
  const id = one.id ?? null;
  try {
    const { method, params = [] } = one;
    if (typeof method !== 'string') throw new RpcError(-32600, 'A call needs a method.');
    if (!Array.isArray(params)) throw new RpcError(-32602, 'params must be a list.');
    const result = (await call(method, params)) ?? null;
    return 'id' in one ? { jsonrpc: '2.0', id, result } : undefined;
  } catch (error) {
    return 'id' in one || typeof one.method !== 'string' ? failure(id, error) : undefined;
  }
}

function failure(id: unknown, error: unknown): Answer {
  const { code, message, data } = error instanceof RpcError ? error : new RpcError(-32603, String(error));
  return { jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } };
}

function send(response: ServerResponse, status: number, answer: Answer | Answer[]): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
