import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { ServiceError } from '@trigpoint/protocol';

import type { Context } from '../context.ts';
import { readToken } from './cookies.ts';
import { refuseCrossSite } from './cross-site.ts';
import { type Door, knownProofType, siteOf } from './door.ts';

/** Joins the agents' socket to the HTTP server: who may connect, and from which address they are seen. */
export const serveAgents = (door: Door, { config, hub, sessions }: Pick<Context, 'config' | 'hub' | 'sessions'>) => {
  const trust = proxyAddress.compile([...config.trustedProxies]);
  hub.attach(door.server, async (request: IncomingMessage) => {
    const path = request.url?.split('?')[0] ?? '';
    const id = path.match(/^\/proof\/v1\/([^/]+)\/ws$/)?.[1];
    if (id === undefined) throw new ServiceError('route_not_found', { method: 'GET', path });
    const proofType = knownProofType(id);
    refuseCrossSite(request.headers, siteOf(config, request), config.corsOrigins);
    const session = await sessions.authenticate(readToken(request.headers));
    if (session.role === 'payer')
      throw new ServiceError('not_allowed', {
        detail: 'This session logged in as payer; agents log in as prover or challenger.',
      });
    if (session.proofType !== proofType.id)
      throw new ServiceError('not_allowed', {
        detail: `This session logged in for ${session.proofType}, not for ${proofType.id}.`,
      });
    return { session, address: proxyAddress(request, trust) };
  });
};
