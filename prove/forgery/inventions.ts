import { fastSigner } from '@trigpoint/agent';
import type { Signer } from '@trigpoint/client';
import { contextOf, counterSignedOf, type Evidence, hashText, pol } from '@trigpoint/proofs';
import { destination, distanceKm } from '@trigpoint/proofs/pol';
import { composeReading, description, partyOf } from '@trigpoint/protocol';
import type { Random } from '../proof.ts';
import { copy, drawAgain, judgeAgain, type Loose, type Member } from './rebuild.ts';

/** The place that the prover claims. Invented challengers stand around it. */
const claimOf = ({ claims }: Loose) => ({ latitude: Number(claims.latitude), longitude: Number(claims.longitude) });

/** A round trip that is a little slower than light in fibre. */
const rttUs = (km: number, random: Random): number => Math.ceil(km * 10 * (1.05 + random() / 5) + 300);

const invent = (honest: Loose, claim: ReturnType<typeof claimOf>, random: Random) => {
  const signer = fastSigner('ethereum', Buffer.from(random.bytes(32)));
  const publicKey = signer.publicKey.toLowerCase();
  const place = destination(claim, 2 * Math.PI * random(), 20 + 500 * random());
  const claims = { latitude: place.latitude.toFixed(6), longitude: place.longitude.toFixed(6) };
  const id = `IPv4/${publicKey}`;
  const text = description.compose({
    ...description.parse(honest.description.text),
    ...{ agent: id, key_type: 'ethereum', public_key: publicKey, claims },
    owner: partyOf({ keyType: 'ethereum', publicKey }),
  });
  return { signer, place, claims, id, publicKey, text };
};

/**
 * An operator with a colluding prover invents every challenger: keys, places, tree, draw and readings are made for the
 * occasion, and everybody has signed. Such a file is consistent and signed, whatever it says.
 */
export const inventAgents = async (random: Random, honest: Evidence, prover: Signer): Promise<Evidence | undefined> => {
  const draft = copy(honest);
  const { transcript } = draft;
  const { draw, prover: who } = transcript;
  const claim = claimOf(who);
  const signers = new Map<string, { readonly signer: Signer; readonly km: number }>();
  const members: Member[] = [];
  for (let i = 0; i < 14; i++) {
    const { signer, place, claims, id, publicKey, text } = invent(draw.seats[0], claim, random);
    signers.set(id, { signer, km: distanceKm(place, claim) });
    const challenger = {
      ...{ id, key_type: 'ethereum', public_key: publicKey, claims, owner: publicKey, description: hashText(text) },
      ...{ network: id, endpoint: '' },
    };
    const described = { description: { text, signature: await signer.sign(text) }, delegation: null };
    const seat = { challenger, ...described, state: 'read', message: null, signature: null };
    members.push({ seat, since: Date.parse(transcript.submitted_at) - 40 * 86_400_000, system: '' });
  }
  if (!drawAgain(draft, members)) return undefined;
  for (const seat of draw.seats) await measure(seat, transcript, prover, signers.get(seat.challenger.id), random);
  return judgeAgain(draft);
};

const measure = async (
  seat: Loose,
  { service, info, draw, challenge_id, prover: { id: prover }, ended_at: at }: Loose,
  signedBy: Signer,
  measurer: { readonly signer: Signer; readonly km: number } | undefined,
  random: Random,
): Promise<void> => {
  if (!measurer) return;
  const fastest = rttUs(measurer.km, random);
  const says = {
    context: contextOf(service, info, draw, seat),
    ...{ challenge_id, attempt: 1, prover, challenger: seat.challenger.id, proof_type: 'pol' },
    ...{ started_at: at, ended_at: at, prover_counter_signature: null },
  };
  const series = {
    rtts_us: Array.from({ length: 24 }, (_, i) => fastest + 7 * i),
    ...{
      starved: [],
      lost: 0,
      transcript: Buffer.from(random.bytes(32)).toString('hex'),
      prover_counter_signature: '',
    },
  };
  series.prover_counter_signature = await signedBy.sign(counterSignedOf(pol, { ...says, series })?.text ?? '');
  seat.message = composeReading({ ...says, series });
  seat.signature = await measurer.signer.sign(seat.message);
};
