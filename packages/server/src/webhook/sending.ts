import { createHmac } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type TcpNetConnectOpts } from 'node:net';
import { addressKind } from '@trigpoint/proofs/endpoints';
import { findName, type NameOptions } from './names.ts';

/** A try fails after this long. The time for looking up the name counts too. */
const patienceMs = 10_000;
/** If a receiver has addresses of both families, the second one is dialled after this long. */
const secondAddressMs = 2_000;

/** Why a URL cannot be used for a webhook; undefined if it can. */
export const whyNoUrl = (text: string, toPrivate: boolean): string | undefined => {
  if (!URL.canParse(text)) return 'must be a URL such as https://example.com/hook';
  const { protocol, username, password, hostname, hash } = new URL(text);
  if (protocol !== 'https:' && !(toPrivate && protocol === 'http:')) return 'must begin with https://';
  if (username !== '' || password !== '') return 'must not carry a user name or password';
  if (hash !== '') return 'must not have a #fragment: receivers never see it';
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !mayDial(literal, toPrivate)) return 'must be at a public address';
  return undefined;
};

const mayDial = (address: string, toPrivate: boolean): boolean => {
  const kind = addressKind(address);
  return kind === 'public' || (toPrivate && kind !== 'never');
};

/** The signature of Standard Webhooks, one for each secret. */
const signaturesOf = (secrets: readonly string[], id: string, seconds: number, body: string): string =>
  secrets
    .map((it) => {
      const key = Buffer.from(it.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
    })
    .join(' ');

export interface Message {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly at: number;
}

export interface Answer {
  readonly isDelivered: boolean;
  /** For the owner: the status, or what went wrong. */
  readonly words: string;
}

export interface SendingOptions extends NameOptions {
  /** True if receivers may be at private addresses and use plain HTTP. */
  readonly toPrivate: boolean;
}

/**
 * Posts a message once. The owner of a webhook chooses the URL, and its name servers choose the addresses. So exactly the
 * addresses that were checked are dialled, and redirects are not followed.
 */
export const send = async (message: Message, { toPrivate, ...options }: SendingOptions): Promise<Answer> => {
  const until = performance.now() + patienceMs;
  const url = new URL(message.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const { addresses, problem } = await findName(host, options);
  if (addresses.length === 0)
    return failed(
      problem === undefined
        ? `The name ${host} is not known.`
        : `The name servers of ${host} do not answer (${problem}).`,
    );
  if (addresses.some(({ address }) => !mayDial(address, toPrivate)))
    return failed(`The name ${host} leads to an address that is not public.`);
  const dialled = [4, 6].flatMap((family) => addresses.find((it) => it.family === family) ?? []);
  return post(message, url, dialled, until - performance.now());
};

const failed = (words: string): Answer => ({ isDelivered: false, words });

/** Dials at most one address of each family, because the machine may have only one family. */
const dialling = (dialled: readonly LookupAddress[]): Partial<TcpNetConnectOpts> => ({
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: secondAddressMs,
  lookup: (_host, { all }, found) => {
    const [first] = dialled as [LookupAddress];
    return all ? found(null, [...dialled]) : found(null, first.address, first.family);
  },
});

const post = (
  { id, body, secrets, at }: Message,
  url: URL,
  dialled: readonly LookupAddress[],
  leftMs: number,
): Promise<Answer> =>
  new Promise((answer) => {
    const seconds = Math.floor(at / 1000);
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      ...dialling(dialled),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'trigpoint-webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signaturesOf(secrets, id, seconds, body),
      },
    });
    const end = (it: Answer) => {
      clearTimeout(patience);
      answer(it);
      request.destroy();
    };
    const patience = setTimeout(() => end(failed(`No answer within ${patienceMs / 1000} s.`)), leftMs);
    request.on('response', ({ statusCode = 0 }: IncomingMessage) => end(answerOf(statusCode)));
    request.on('error', (error: NodeJS.ErrnoException) =>
      end(failed(`It cannot be reached (${error.code ?? 'error'}).`)),
    );
    request.end(body);
  });

const answerOf = (status: number): Answer => {
  if (status >= 200 && status < 300) return { isDelivered: true, words: `It answered ${status}.` };
  if (status >= 300 && status < 400) return failed(`It answered ${status}: redirects are not followed.`);
  return failed(`It answered ${status}.`);
};
