import { createServer, type Server } from 'node:http';
import type { Endpoint } from '@trigpoint/proofs';
import type { HubMessageOf } from '@trigpoint/protocol';
import type { Carried } from './limits.ts';

/** What an agent is doing, for its owner. The status line, the status endpoint and embedding programs show it. */
export interface AgentStatus {
  readonly role: 'prover' | 'challenger';
  readonly id: string;
  readonly proofType: string;
  readonly service: string;
  readonly state: 'connecting' | 'connected' | 'waiting' | 'stopping' | 'stopped';
  /** Why it waits, or what happened last. */
  readonly detail: string;
  readonly connectedAt: string | undefined;
  readonly connections: number;
  readonly udp: Endpoint | undefined;
  /** Datagrams at the listener that belonged to no measurement; none was answered. */
  readonly dropped: number;
  /** For challengers: whether the service may draw it, in the service's words. Undefined before the service said so. */
  readonly admission: Pick<HubMessageOf<'admission'>, 'status' | 'reason' | 'operator_types'> | undefined;
  readonly running: readonly { readonly challengeId: string; readonly attempt: number; readonly peer: string }[];
  /** Readings not yet confirmed by the service. */
  readonly unconfirmed: number;
  readonly totals: Readonly<Totals>;
  /** What measurements carried in the last 24 hours, and for whom. */
  readonly carried: Carried;
  /** The last reading that was not accepted, in the service's words. */
  readonly lastRefusal: { readonly challengeId: string; readonly code: string; readonly message: string } | undefined;
}

export interface Totals {
  taken: number;
  declined: number;
  cancelled: number;
  measured: number;
  failed: number;
  accepted: number;
  refused: number;
}

export const statusLine = (status: AgentStatus): string => {
  const { totals, running } = status;
  const work =
    status.role === 'challenger'
      ? `${totals.accepted} accepted, ${totals.refused} refused, ${totals.failed} failed`
      : `${totals.measured} answered, ${totals.failed} failed`;
  const detail = status.state === 'connected' ? '' : ` (${status.detail})`;
  return `${status.role} ${status.id} ${status.state}${detail}${waitingWords(status)} · ${running.length} running · ${work}${carriedWords(status)}`;
};

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(bytes < 10e9 ? 2 : 0);

/** How much of its bytes per day a prover has used, and for whom. Empty while that is too little to mention. */
const carriedWords = ({ role, carried: { bytes, bytesPerDay, payers } }: AgentStatus): string => {
  const most = payers.find((it) => it.payer !== '');
  if (role !== 'prover' || bytes < bytesPerDay / 10_000) return '';
  const whom = most ? `, ${gigabytes(most.bytes)} for ${most.payer.slice(0, 10)}…` : '';
  return ` · ${gigabytes(bytes)} of ${gigabytes(bytesPerDay)} GB in 24 h${whom}`;
};

/** Why a challenger is not drawn, and what would admit it. Empty if it may be drawn. */
const waitingWords = ({ state, admission }: AgentStatus): string => {
  if (state !== 'connected' || !admission || admission.status === 'admitted') return '';
  const what = admission.status === 'candidate' ? 'not admitted yet' : 'set aside';
  return ` · ${what}: ${admission.reason} An operator admits it with: ${admission.operator_types}`;
};

/** Answers every GET on the loopback with the status as JSON. Nothing can be changed here. */
export async function serveStatus(port: number, status: () => AgentStatus): Promise<{ port: number; close(): void }> {
  const server: Server = createServer((request, response) => {
    // The host is checked, so that a web page cannot read the status through a name that points at the loopback.
    const local = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? '');
    if (!local || request.method !== 'GET') {
      response.writeHead(local ? 405 : 403).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(`${JSON.stringify(status(), null, 2)}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
