import { findProfile } from '@trigpoint/proofs/registry';
import type { Context } from '../context.ts';
import { didDocument, keySet } from '../verdict/credentials.ts';
import { easSchemaUid } from '../verdict/eas-attestations.ts';
import { docsPage } from './docs-page.ts';
import { openApi } from './openapi.ts';
import type { HttpServer } from './server.ts';

/** What a client needs to call submitRequest itself. */
const describeChain = (chain: NonNullable<Context['config']['chain']>) => ({
  id: chain.id,
  rpc_url: chain.publicRpcUrl ?? null,
  request_handler: chain.requestHandler,
  prover_registry: chain.proverRegistry,
  confirmations: chain.confirmations,
});

export const version = '0.1.0';

/** The pages about the service itself: health, metrics, description. */
export const serveAbout = (
  server: HttpServer,
  {
    config,
    db,
    metrics,
    drain,
    publicLog,
    agents,
    attester,
  }: Pick<Context, 'config' | 'db' | 'metrics' | 'drain' | 'publicLog' | 'agents' | 'attester'>,
) => {
  server.get('/healthz', async () => ({ status: 'ok' }));

  server.get('/readyz', async () => {
    drain.check();
    await db.ping();
    return { status: 'ready' };
  });

  if (config.metrics)
    server.get('/metrics', async (_request, reply) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
    );

  const document = JSON.stringify(openApi(version, config.proofTypes));
  server.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(document));

  const page = docsPage();
  server.get('/docs', async (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(page),
  );

  // did:web asks at the second address where the service has a path of its own. Keys are for everybody.
  const did = didDocument(attester.did, attester.keys);
  for (const path of ['/.well-known/did.json', '/did.json'])
    server.get(path, async (_request, reply) => reply.header('access-control-allow-origin', '*').send(did));
  const keys = keySet(attester.did, attester.keys);
  server.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('access-control-allow-origin', '*').send(keys),
  );

  server.get('/.well-known/trigpoint.json', async () => ({
    version,
    development: config.development,
    proof_types: Object.fromEntries(
      config.proofTypes.map((id) => [id, { attribute_id: findProfile(id)?.attributeId }]),
    ),
    chain: config.chain ? describeChain(config.chain) : null,
    asks_without_chain: { seed_from: config.chain ? 'block' : 'nonce', guest_keys: config.guests },
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
