import { agentIdsOf, distanceKm } from '@trigpoint/proofs';
import { type HubMessageOf, invalidField, keyOfAgent, plainAgentId, plainKey, serviceError } from '@trigpoint/protocol';
import { isOperator } from '../config/operators.ts';
import type { Tx } from '../db/driver.ts';
import type { Foundation } from '../wiring/foundation.ts';
import type { AdmissionRow, AdmissionStatus, Terms } from './admission-store.ts';
import * as store from './admission-store.ts';
import { type Agent, describedBy, findAgent, touchAgent } from './store.ts';

export type { Admission, AdmissionRow, AdmissionStatus, Terms } from './admission-store.ts';

interface AdmissionsOptions extends Pick<Foundation, 'db' | 'now'> {
  /** Login keys that may decide. */
  readonly operators: readonly string[];
  /** What a candidate is told that it waits for. If absent, it waits for an operator. */
  readonly waitingReason?: string | undefined;
  /** The newest block; null without a chain, or while it cannot be read. */
  readonly head: () => Promise<number | null>;
  /** Writes a decision into the public log, in the transaction that makes it. */
  readonly append: (tx: Tx, decided: AdmissionRow & { readonly description: string }) => Promise<unknown>;
  /** Called after a decision was committed. */
  readonly decided: (row: AdmissionRow) => void;
}

/** What a rule or an operator decides. Terms that are left out stay as they are. */
interface Decision extends Partial<Terms> {
  readonly status: AdmissionStatus;
  readonly reason: string;
  readonly by: string;
}

/** A stated place may move this far without a new decision, because claims are rounded and a city is this large. */
const samePlaceKm = 100;
/** The longest reason that the log takes. */
const longestReason = 512;

/** A challenger that came and was never decided about. */
const waiting = { status: 'candidate', by: 'arrival', endpoint: '', changes: 0 } as const;
const waitsForOperator = 'It waits for an operator.';

type Challenger = Pick<Agent, 'proofType' | 'id' | 'claims' | 'owner' | 'udpAddress'>;

/** The agent ids that a key or an id stands for. */
export const idsOf = (given: string): string[] =>
  /^IPv[46]\//i.test(given) ? [plainAgentId(given)] : agentIdsOf(plainKey(given));

/**
 * Decides which challengers may be drawn. A challenger that comes is a candidate until an operator, the operator's file or
 * probation admits it. If it then states another place or owner, or another endpoint than was pinned, it is a candidate again.
 */
export class Admissions {
  readonly #options: AdmissionsOptions;
  /** Keys that the operator's file lists, with its reasons. */
  #listed: ReadonlyMap<string, string> = new Map();

  constructor(options: AdmissionsOptions) {
    this.#options = options;
  }

  isOperator(publicKey: string): boolean {
    return isOperator(this.#options, publicKey);
  }

  /** Throws unless a key is one of an operator. */
  checkOperator(publicKey: string): void {
    if (this.isOperator(publicKey)) return;
    const detail = `Only operators decide who is admitted, and OPERATORS does not list ${publicKey}.`;
    throw serviceError('not_allowed', { detail });
  }

  /**
   * A challenger said hello. Runs in the transaction that stores the agent. An arrival is not a decision, so it is not logged:
   * otherwise anybody could fill the log with fresh keys.
   */
  async arrived(tx: Tx, agent: Challenger): Promise<void> {
    const { now } = this.#options;
    const { proofType, id, owner } = agent;
    const row = await store.findAdmission(tx, proofType, id);
    const stated = { place: placeOf(agent), owner };
    const reason = this.#options.waitingReason ?? waitsForOperator;
    if (!row)
      await store.keepAdmission(tx, { proofType, id, ...waiting, reason, ...stated, since: now(), sinceBlock: null });
    else if (!changeOf(row, agent)) {
      if (row.place === '' || row.owner === '')
        await store.keepAdmission(tx, { ...row, place: row.place || stated.place, owner: row.owner || owner });
    } else if (row.status === 'admitted' || row.by === 'mesh') {
      const changed = changeOf(row, agent) as string;
      await this.#keep(tx, row, agent, { status: 'candidate', reason: changed, by: 'change', ...stated }, null);
      // Its time on probation begins anew with its new place.
    } else if (row.status === 'candidate') await store.keepAdmission(tx, { ...row, ...stated, since: now() });
  }

  /** Called after an arrival. Admits the challenger if the operator's file lists its key. */
  async admitListed(agent: Pick<Agent, 'proofType' | 'id'>): Promise<void> {
    const reason = this.#listed.get(keyOfAgent(agent.id));
    if (reason === undefined) return;
    await this.#decideIf(agent, isOpenToFile, { status: 'admitted', reason, by: 'file' });
  }

  /** Takes over what the operator's file lists. Called whenever the file was read. */
  async list(keys: ReadonlyMap<string, string>): Promise<void> {
    const { db } = this.#options;
    this.#listed = keys;
    for (const row of [...(await store.listDecidedBy(db, 'arrival')), ...(await store.listDecidedBy(db, 'file'))])
      if (keys.has(keyOfAgent(row.id))) await this.admitListed(row);
      else if (row.by === 'file' && row.status === 'admitted')
        await this.#decideIf(row, (it) => it?.by === 'file' && it.status === 'admitted', {
          status: 'candidate',
          reason: 'The operator’s file does not list its key any more.',
          by: 'file',
        });
  }

  /**
   * An operator decides about a challenger, which it names by its id or its key. Throws if the challenger states otherwise than
   * the operator pins. If no challenger has come with this key yet, the decision is made for both address families and holds
   * when it comes.
   */
  async decideAbout(proofType: string, given: string, decision: Decision): Promise<AdmissionRow[]> {
    const { db } = this.#options;
    const ids = idsOf(given);
    const known = await Promise.all(ids.map((id) => findAgent(db, proofType, 'challenger', id)));
    const here = known.filter((it) => it !== undefined);
    for (const agent of here) {
      const contradiction = changeOf({ place: '', owner: '', endpoint: '', ...decision }, agent);
      if (contradiction) throw invalidField('challenger', `states otherwise than you pinned: ${contradiction}`);
    }
    const decided = [];
    for (const id of here.length > 0 ? here.map((it) => it.id) : ids)
      decided.push(await this.decide(proofType, id, decision));
    return decided;
  }

  /** Decides about a challenger, whether it has been here or not. */
  async decide(proofType: string, id: string, decision: Decision): Promise<AdmissionRow> {
    const decided = await this.#decideIf({ proofType, id }, () => true, decision);
    return decided as AdmissionRow;
  }

  /**
   * Sets aside the admitted challengers whose place the mesh doubts. Those that the mesh set aside and does not doubt any
   * more are admitted again. A challenger that an operator set aside stays so.
   */
  async setAside(proofType: string, doubts: readonly { readonly id: string; readonly reason: string }[]) {
    for (const { id, reason } of doubts)
      await this.#decideIf({ proofType, id }, (it) => it?.status === 'admitted', {
        status: 'set_aside',
        reason: reason.slice(0, longestReason),
        by: 'mesh',
      });
    const doubted = new Set(doubts.map((it) => it.id));
    for (const row of await store.listDecidedBy(this.#options.db, 'mesh'))
      if (row.proofType === proofType && row.status === 'set_aside' && !doubted.has(row.id))
        await this.#decideIf(row, (it) => it?.by === 'mesh' && it.status === 'set_aside', {
          status: 'admitted',
          reason: 'What the others measure agrees with its stated place again.',
          by: 'mesh',
        });
  }

  /** Admits a candidate on probation, unless it was decided about or stated another place meanwhile. */
  async admitOnProbation(proofType: string, id: string, since: number, reason: string): Promise<boolean> {
    const isSame = (it: AdmissionRow | undefined) => it?.status === 'candidate' && it.since === since;
    const by = 'probation';
    const text = reason.slice(0, longestReason);
    return (await this.#decideIf({ proofType, id }, isSame, { status: 'admitted', reason: text, by })) !== undefined;
  }

  page(proofType: string, status: AdmissionStatus | undefined, skip: number, limit: number) {
    return store.pageAdmissions(this.#options.db, proofType, status, skip, limit);
  }

  async #decideIf(
    { proofType, id }: Pick<AdmissionRow, 'proofType' | 'id'>,
    applies: (row: AdmissionRow | undefined) => boolean,
    decision: Decision,
  ): Promise<AdmissionRow | undefined> {
    const { db, now, head, decided } = this.#options;
    const block = await head();
    const kept = await db.write(async (tx) => {
      // The row of the agent is locked before that of its admission, in the same order as on arrival. So there is no deadlock.
      await touchAgent(tx, { proofType, role: 'challenger', id }, now());
      const row = await store.findAdmission(tx, proofType, id);
      return applies(row) ? this.#keep(tx, row, { proofType, id }, decision, block) : undefined;
    });
    if (kept) decided(kept);
    return kept;
  }

  async #keep(
    tx: Tx,
    row: AdmissionRow | undefined,
    { proofType, id }: Pick<AdmissionRow, 'proofType' | 'id'>,
    decision: Decision,
    sinceBlock: number | null,
  ): Promise<AdmissionRow> {
    const { now, append } = this.#options;
    const terms = { place: row?.place ?? '', owner: row?.owner ?? '', endpoint: row?.endpoint ?? '' };
    const changes = (row?.changes ?? 0) + 1;
    const kept = { proofType, id, ...terms, ...decision, since: now(), sinceBlock, changes };
    await store.keepAdmission(tx, kept);
    await append(tx, { ...kept, description: await describedBy(tx, proofType, id) });
    return kept;
  }
}

/** What a challenger is told about its admission. `operator_types` is a command that its owner passes on to an operator. */
export const admissionMessage = (
  it: Pick<AdmissionRow, 'proofType' | 'id' | 'status' | 'reason'>,
): HubMessageOf<'admission'> => ({
  type: 'admission',
  status: it.status,
  reason: it.reason,
  operator_types: it.status === 'admitted' ? '' : `trigpoint admit ${it.id} --proof-type ${it.proofType}`,
});

/** The file admits new challengers and those that it listed before. A challenger that changed its place waits for an operator. */
const isOpenToFile = (row: AdmissionRow | undefined): boolean =>
  row === undefined || (row.status === 'candidate' && (row.by === 'arrival' || row.by === 'file'));

export const placeOf = ({ claims: { latitude, longitude } }: Pick<Agent, 'claims'>): string =>
  latitude === undefined || longitude === undefined ? '' : `${Number(latitude)},${Number(longitude)}`;

export const pointOf = (place: string) => {
  const [latitude = Number.NaN, longitude = Number.NaN] = place.split(',').map(Number);
  return { latitude, longitude };
};

/** What has changed in a challenger's statements since the decision about it; undefined if nothing has. */
export const changeOf = (row: Terms, agent: Challenger): string | undefined => {
  const place = placeOf(agent);
  if (row.place !== '' && place === '') return 'It states no place any more.';
  const movedKm = row.place === '' || place === row.place ? 0 : distanceKm(pointOf(row.place), pointOf(place));
  if (movedKm > samePlaceKm) return `Its stated place moved by ${Math.round(movedKm)} km.`;
  if (row.owner !== '' && plainKey(row.owner) !== plainKey(agent.owner)) return 'Its owner changed.';
  if (row.endpoint !== '' && row.endpoint !== agent.udpAddress)
    return `It is reached at ${agent.udpAddress}, not at ${row.endpoint}.`;
  return undefined;
};
