import type { AddressInfo } from 'node:net';
import { answerParent } from '@trigpoint/dev/processes';
import express from 'express';
import session from 'express-session';
import { generateNonce, SiweMessage } from 'siwe';
import { cpuUs } from '../process/pinned.ts';

/** The stack people would otherwise assemble: express, express-session in memory, the siwe package on ethers. */
declare module 'express-session' {
  interface SessionData {
    message: string;
    address: string;
  }
}

const app = express();
app.use(express.json());
app.use(
  session({ secret: 'bench', resave: false, saveUninitialized: false, cookie: { httpOnly: true, sameSite: 'lax' } }),
);

app.post('/proof/v1/pol/pre-login', (request, response) => {
  const { publicKey } = request.body as { publicKey: string };
  const message = new SiweMessage({
    domain: 'localhost',
    address: publicKey,
    statement: 'Log in as payer.',
    uri: 'http://localhost',
    version: '1',
    chainId: 1,
    nonce: generateNonce(),
    issuedAt: new Date().toISOString(),
    expirationTime: new Date(Date.now() + 600_000).toISOString(),
  });
  request.session.message = message.prepareMessage();
  response.json({ result: { message: request.session.message } });
});

app.post('/proof/v1/pol/login', async (request, response) => {
  const { message } = request.session;
  if (!message) return void response.status(401).json({ error: 'no pending login' });
  const siwe = new SiweMessage(message);
  const { signature } = request.body as { signature: string };
  const { success, data } = await siwe.verify({ signature, nonce: siwe.nonce });
  if (!success) return void response.status(401).json({ error: 'wrong signature' });
  delete request.session.message;
  request.session.address = data.address;
  response.json({ result: { success: true } });
});

const server = app.listen(0, '127.0.0.1', () =>
  answerParent({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, () => ({ cpuUs: cpuUs() })),
);
