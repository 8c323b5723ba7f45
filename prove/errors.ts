import { type ErrorCode, errorTable, ServiceError } from '@trigpoint/protocol';
import { type Proof, seeded } from './proof.ts';

/** Every error crosses the wire as itself, and its sentence has no hole left when its details are given. */
export const prove: Proof = async ({ seed, small }) => {
  const random = seeded(seed);
  const violations: string[] = [];
  const codes = Object.keys(errorTable) as ErrorCode[];
  const size = small ? 1_000 : 100_000;
  for (let tried = 0; tried < size; tried++) {
    const code = random.pick(codes);
    const names = [...errorTable[code][1].matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
    const details = Object.fromEntries(names.map((name) => [name, Buffer.from(random.bytes(8)).toString('latin1')]));
    const error = new ServiceError(code, details, random.int(100));
    const back = ServiceError.fromWire(error.status, JSON.parse(JSON.stringify(error.toWire())), error.retryAfter);
    const same = back.code === error.code && back.message === error.message && back.retryAfter === error.retryAfter;
    if (!same) violations.push(`${code} became ${back.code}: ${back.message}`);
    for (const [name, value] of Object.entries(details)) {
      if (!error.message.includes(value)) violations.push(`${code} does not show ${name}: ${error.message}`);
    }
  }
  return { tried: size, violations };
};
