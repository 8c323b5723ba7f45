import { answerParent } from '@trigpoint/dev/processes';
import fastify from 'fastify';
import { cpuUs } from '../process/pinned.ts';
import { recoverSigner } from './signing.ts';

/**
 * What HTTP alone leaves of the ceiling: two requests through bare fastify, and the recovery of a signature. Nothing is stored
 * or checked.
 */
const message = 'localhost wants you to sign in with your Ethereum account:\n'.padEnd(400, 'x');
const app = fastify();

app.post('/proof/v1/pol/pre-login', (_, reply) => {
  reply.header('set-cookie', `__proof=${'x'.repeat(43)}; Path=/; HttpOnly; SameSite=Lax`);
  return reply.send({ result: { message } });
});

app.post<{ Body: { signature: string } }>('/proof/v1/pol/login', ({ body }, reply) => {
  recoverSigner(message, Buffer.from(body.signature.slice(2), 'hex'));
  return reply.send({ result: { success: true } });
});

const url = await app.listen({ host: '127.0.0.1', port: 0 });
answerParent({ url }, () => ({ cpuUs: cpuUs() }));
