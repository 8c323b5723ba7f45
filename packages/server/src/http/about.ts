import { findProfile } from '@trigpoint/proofs/registry';
import { softwareVersion } from '@trigpoint/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { dayMs } from '../times.ts';
import { didDocument, keySet } from '../verdict/credentials.ts';
import { easSchemaUid } from '../verdict/eas-attestations.ts';
import { takeAllowance } from './admission.ts';
import type { ConsolePage } from './console.ts';
import { docsPage } from './docs-page.ts';
import { openApi } from './openapi.ts';
import type { HttpServer } from './server.ts';
import { siteOf } from './site.ts';

/** What a client needs to call submitRequest itself. */
const describeChain = (chain: NonNullable<Context['config']['chain']>) => ({
  id: chain.id,
  rpc_url: chain.publicRpcUrl ?? null,
  request_handler: chain.requestHandler,
  prover_registry: chain.proverRegistry,
  confirmations: chain.confirmations,
  explorer_url: chain.explorerUrl?.replace(/\/+$/, '') ?? null,
});

/** The pages about the service itself: health, metrics, description. */
export const serveAbout = (
  server: HttpServer,
  context: Pick<
    Context,
    'config' | 'db' | 'metrics' | 'drain' | 'publicLog' | 'agents' | 'attester' | 'settingsOf' | 'now' | 'rateLimits'
  >,
  consolePage: ConsolePage | undefined,
) => {
  const { config, db, metrics, drain, publicLog, agents, attester, settingsOf, now } = context;
  /** For what takes some milliseconds to make. */
  const counted = {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) =>
      takeAllowance(context, 'default', undefined, request, reply),
  };
  server.get('/healthz', async () => ({ status: 'ok' }));

  server.get('/readyz', async () => {
    drain.check();
    await db.ping();
    return { status: 'ready' };
  });

  if (config.metrics)
    server.get('/metrics', counted, async (_request, reply) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
    );

  // The examples in the document name the address of the service and times in the future. So it is made anew each day.
  let told = { url: '', day: 0, document: '' };
  server.get('/openapi.json', counted, async (request, reply) => {
    const url = siteOf(config, request).href.replace(/\/$/, '');
    const day = Math.floor(now() / dayMs);
    if (told.url !== url || told.day !== day) {
      const document = openApi({ version: softwareVersion, served: config.proofTypes, url, now: now() });
      told = { url, day, document: JSON.stringify(document) };
    }
    return reply.type('application/json; charset=utf-8').send(told.document);
  });

  // A browser gets the page of the console, where there is one.
  const plain = docsPage();
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  server.get('/docs', counted, async (request, reply) => {
    const page = request.headers.accept?.includes('text/html') ? consolePage?.(request, reply) : undefined;
    return page ?? reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(plain);
  });

  // If the URL of the service has a path, did:web looks at the second address. Pages of every site may read the keys.
  const did = didDocument(attester.did, attester.keys);
  for (const path of ['/.well-known/did.json', '/did.json'])
    server.get(path, async (_request, reply) => reply.header('access-control-allow-origin', '*').send(did));
  const keys = keySet(attester.did, attester.keys);
  server.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('access-control-allow-origin', '*').send(keys),
  );

  server.get('/.well-known/trigpoint.json', async () => ({
    version: softwareVersion,
    development: config.development,
    proof_types: Object.fromEntries(
      config.proofTypes.map((id) => [id, { attribute_id: findProfile(id)?.attributeId }]),
    ),
    chain: config.chain ? describeChain(config.chain) : null,
    asks_without_chain: { seed_from: config.chain ? 'block' : 'nonce', guest_keys: config.guests },
    // What a request costs and how many are drawn for it follows from these.
    requests: {
      fee_per_seat: String(config.requestFee),
      settings: Object.fromEntries(config.proofTypes.map((id) => [id, settingsOf(id)])),
    },
    service: agents.identities.service,
    log: { vkey: publicLog.vkey, origin: publicLog.origin },
    attestations: { address: attester.keys.account.address, did: attester.did, eas_schema: easSchemaUid },
    limits: {
      json_bytes: config.maxBodyBytes,
      photo_bytes: config.photo.maxBytes,
      photo_pixels: config.photo.maxPixels,
      requests_per_minute: config.rateLimits === 'off' ? {} : config.rateLimits,
    },
  }));
};
