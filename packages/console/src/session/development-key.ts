import { ethereumSigner } from '@trigpoint/client';
import type { Account } from './wallets.ts';

const place = 'trigpoint-development-key';

/** A throw-away key that lives in this browser alone, offered on development networks only. */
export const developmentKey = (): string => {
  const known = localStorage.getItem(place);
  if (known && /^[0-9a-f]{64}$/.test(known)) return known;
  const fresh = [...crypto.getRandomValues(new Uint8Array(32))].map((it) => it.toString(16).padStart(2, '0')).join('');
  localStorage.setItem(place, fresh);
  return fresh;
};

export const developmentAccount = (): Account => ethereumSigner(developmentKey());
