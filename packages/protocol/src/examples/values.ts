import type { BodyOf, ReplyOf, Route } from '../route.ts';

/** Of each operation one request as somebody might send it, and a whole answer to it. */
export type Examples<Routes extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Routes]: { readonly body: BodyOf<Routes[Name]>; readonly reply: ReplyOf<Routes[Name]> };
};

/** The time that is `hours` after the hour of the examples. It is not fixed, because the service refuses times that are over. */
export type At = (hours: number) => string;

export const success = { result: { success: true } };
export const address = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f';
export const otherAddress = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
export const proverId = `IPv4/${address}`;
export const challengerId = `IPv4/${otherAddress}`;
export const challengeId = 'ask-4f1d0c2b9a7e6d58c3b1a09f8e7d6c5b';
export const ask = `0x${'00'.repeat(31)}01`;
export const hash = '9b74c9897bac770ffc029102a200c5de1f0b9a3e8a6b1b3c8d7e6f5a4b3c2d1e';
