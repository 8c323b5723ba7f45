import { type Db, type DbOptions, network, openDb, post, requestAccount } from '@trigpoint/server';
import { paymentsFor, withinBudget } from '@trigpoint/server/parts';
import { type ProofOptions, type ProofResult, type Random, seeded } from '../proof.ts';

/** There are few people, so that they meet on all sides of a challenge. Some addresses are spelled in another case. */
const people = ['0xaa', '0xAA', '0xbb', '0xBb', '0xcc', '0xdd', '0xee', '0xff'];
const budget = { total: 1_500, campaigns: 0, each: 400 };
const reward = 10;
const at = Date.UTC(2026, 10, 16, 12);
const atOnce = 16;

const challengeOf = (random: Random, index: number) => {
  const seats = Array.from({ length: 4 + random.int(5) }, (_, i) => ({
    id: `IPv4/${index}.${i}`,
    owner: random.pick(people),
  }));
  return {
    id: String(index),
    payer: random.pick(people),
    fee: random.pick([0, 0, 2]),
    prover: `IPv4/prover${random.int(6)}`,
    proverOwner: random.pick(people),
    seats,
    /** Where the service raised the request, fewer seats are paid for than there are. */
    paidSeats: random.pick([seats.length, 1, 2]),
    readings: seats.map(({ id }) => ({
      challengerId: id,
      attempt: 1,
      state: random.pick(['read', 'read', 'read', 'expired', 'declined']),
      failure: random.pick(['', '', '', 'unreachable', 'timeout', 'own_fault']),
    })),
    voided: random.int(10) === 0 ? 'nobody came' : null,
    verified: random.pick(['true', 'false', 'inconclusive']),
  };
};
type Tried = ReturnType<typeof challengeOf>;

/** Settles the payments of one challenge, as its end does. */
const end = (db: Db, it: Tried) =>
  db.write(async (tx) => {
    const { id, payer, fee, seats, paidSeats, readings, prover, proverOwner, voided, verified } = it;
    const drawn = seats.map(({ id: seat, owner }) => ({
      challenger: { id: seat, key_type: 'solana', public_key: seat, owner },
    }));
    const history = { assignments: readings, draw: { prover: { owner: proverOwner }, seats: drawn } };
    const ending = { void: voided, endedAt: at, verdict: { verified } };
    const { rewards, fees } = paymentsFor(
      { id, payer, fee, proverId: prover },
      paidSeats,
      history as never,
      ending as never,
      reward,
    );
    const cause = { challengeId: id, prover, payer, isFree: fee === 0, at };
    const aside = {
      reason: `aside:${id}`,
      unit: 'POINTS',
      from: network,
      to: requestAccount(id),
      memo: '',
      at,
    } as const;
    if (fee > 0) await post(tx, [{ ...aside, amount: fee * paidSeats }]);
    await post(tx, [...(await withinBudget(tx, budget, rewards, cause)), ...fees]);
  });

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Why the network should have paid nobody for this reading. */
const whyNot = ({ payer, proverOwner, voided, verified, readings }: Tried, seat: number, owner: string) => {
  const mine = readings[seat];
  if (voided !== null || verified === 'inconclusive') return 'nothing was decided';
  if (mine?.state !== 'read' || mine.failure === 'own_fault') return 'there was no reading';
  const alike = readings.filter((it) => it.state === 'read' && it.failure === mine.failure).length;
  if (mine.failure !== '' && alike / readings.length < 2 / 3) return 'hardly anybody saw this failure';
  return same(owner, payer) || same(owner, proverOwner) || same(payer, proverOwner)
    ? 'one person on two sides'
    : undefined;
};

/** People with provers, challengers and requests of their own get no more from the network than its rules and budgets say. */
export const proveOwnChallengers = async (
  place: DbOptions,
  { seed, small, log }: ProofOptions,
): Promise<ProofResult> => {
  const random = seeded(seed);
  const tried = Array.from({ length: small ? 400 : 20_000 }, (_, i) => challengeOf(random.fork(i), i));
  const db = await openDb(place);
  const violations: string[] = [];
  try {
    for (let i = 0; i < tried.length; i += atOnce)
      await Promise.all(tried.slice(i, i + atOnce).map((it) => end(db, it)));
    const rows = await db.all<{ reason: string; amount: number }>(
      "SELECT reason, amount FROM ledger_transfer WHERE (reason LIKE 'reading:%' OR reason LIKE 'raised:%') AND amount > 0",
    );
    let raised = 0;
    const sums = new Map<string, number>();
    const add = (name: string, amount: number) => sums.set(name, (sums.get(name) ?? 0) + amount);
    for (const { reason, amount } of rows) {
      const [kind, id = ''] = reason.split(':');
      const seatId = reason.split(':').at(-1) ?? '';
      const it = tried[Number(id)] as Tried;
      if (kind === 'raised') raised += amount;
      const seat = Number(seatId.split('.').at(-1));
      const owner = it.seats[seat]?.owner ?? '';
      const wrong = whyNot(it, seat, owner);
      if (wrong) violations.push(`challenge ${id} paid ${seatId} although ${wrong}`);
      for (const name of [`owner ${owner}`, `payer ${it.payer}`, `prover ${it.prover}`])
        add(name.toLowerCase(), amount);
      if (it.fee === 0 || kind === 'raised') add(`free ${it.prover}`.toLowerCase(), amount);
      add('total', amount);
    }
    // On PostgreSQL, challenges that end in the same moment do not see each other's part of the total.
    const slack = db.dialect === 'sqlite' ? 0 : atOnce * 8 * reward;
    for (const [name, sum] of sums) {
      const most = name === 'total' ? budget.total + slack : name.startsWith('free') ? 0.75 * budget.each : budget.each;
      if (sum > most) violations.push(`${name}: ${sum} were paid, and ${most} is the most`);
    }
    const kept = await db.all("SELECT account FROM ledger_account WHERE account LIKE 'request:%' AND balance <> 0");
    for (const { account } of kept) violations.push(`${account} still holds what its payer set aside`);
    if (raised === 0) violations.push('no seat beyond what a payer asked for was ever paid');
    log(
      `${tried.length} challenges of ${people.length} people: the network paid ${sums.get('total') ?? 0} of ${budget.total}`,
    );
    if (!sums.get('total')) violations.push('nothing was ever paid');
  } finally {
    await db.close();
  }
  return { tried: tried.length, violations };
};
