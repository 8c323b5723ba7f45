import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Evidence } from '@trigpoint/proofs';
import { onTestFinished } from 'vitest';

const site = fileURLToPath(new URL('../../dist/site/', import.meta.url));
const fixtures = fileURLToPath(new URL('../../../client/fixtures/', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** The console before a service that plays a recorded challenge. One test says when it goes on, ends and does not answer. */
export const openActs = async (fixture: string) => {
  const evidence: Evidence = JSON.parse(await readFile(join(fixtures, fixture), 'utf8'));
  const { transcript } = evidence;
  const path = `/challenges/${transcript.proof_type}/${transcript.challenge_id}`;
  const streams = new Set<ServerResponse>();
  let [isOver, isAway, seq] = [false, false, 0];
  const told: string[] = [];
  const tell = (kind: string, data: object): void => {
    const event = `id: ${++seq}\nevent: ${kind}\ndata: ${JSON.stringify({ at: new Date().toISOString(), ...data })}\n\n`;
    told.push(event);
    for (const it of streams) it.write(event);
  };
  const row = () => ({
    id: transcript.challenge_id,
    state: isOver ? transcript.state : 'ACCEPTED_BY_CHALLENGE_COORDINATOR',
    challenge_start_time: transcript.submitted_at,
    challenge_end_time: transcript.ended_at,
    prover: transcript.prover?.id ?? '',
    payer: transcript.payer,
    parameters: { latitude: '50.11', longitude: '8.68' },
    verified: isOver ? transcript.verdict.verified : '',
    reason: isOver ? transcript.verdict.reason : '',
    result: isOver ? transcript.verdict.result : {},
  });
  const answers: Readonly<Record<string, () => unknown>> = {
    'challenge-history': () => ({ challenges: [row()] }),
    'challenge-evidence': () => evidence,
    'challenge-payments': () => ({ points: 0, payments: [] }),
  };
  const server = createServer(async (request, response) => {
    if (isAway) return void request.socket.destroy();
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.endsWith('/events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`retry: 500\n\n${told.join('')}`);
      streams.add(response);
      return void response.once('close', () => streams.delete(response));
    }
    const answer = answers[pathname.split('/').at(-1) ?? ''];
    if (request.method === 'POST')
      return void response
        .writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer ? { result: answer() } : { error: { code: 'not_found', message: 'None.' } }));
    try {
      const file = extname(pathname) === '' ? 'index.html' : normalize(pathname);
      const body = await readFile(join(site, file));
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/html' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return {
    evidence,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    tell,
    end: () => {
      isOver = true;
      const { verified, reason } = transcript.verdict;
      tell('ended', { state: transcript.state, verified, reason });
    },
    /** Drops all connections, or takes them again. */
    away: (now: boolean) => {
      isAway = now;
      if (now) server.closeAllConnections();
    },
  };
};
