import '../styles/all.css';
import { serviceAway } from '@trigpoint/protocol';
import { render } from 'preact';
import { PobChallenge } from '../challenge/pob-challenge.tsx';
import { PolChallenge } from '../challenge/pol-challenge.tsx';
import { RunningChallenge } from '../challenge/running-challenge.tsx';
import { RunningMap } from '../challenge/running-map.tsx';
import { stoppedBy } from '../challenge/stopped.ts';
import { coordinates } from '../figures.ts';
import { Crumbs, VerdictLine } from '../parts/heading.tsx';
import { type Pair, Pairs } from '../parts/pairs.tsx';
import { profileOf } from '../proof-types.ts';
import * as pob from './pob-fixtures.ts';
import * as pol from './pol-fixtures.ts';

/** Every state of the challenge page, from fixtures: for looking at and for accessibility checks, never shipped. */
const proofOf = (name: string) => (
  <Pairs
    pairs={[
      claimPair(name),
      { label: 'Prover', value: '0x4bA2…9e10', mono: true },
      { label: 'Payer', value: '0x71C7…976F', mono: true },
      { label: 'Check it', value: 'npx trigpoint verify 18204', mono: true },
    ]}
  />
);
const claimPair = (name: string): Pair => {
  const pob = pobs[name];
  if (pob) return { label: 'Asked for', value: `${pob.claimMbps} Mbit/s ${pob.direction}` };
  if (isPob(name)) return { label: 'Asked for', value: '100 Mbit/s down' };
  const { latitude, longitude } = (pols[name] ?? (name.startsWith('refuted') ? pol.refuted : pol.verified)).claim.place;
  return { label: 'Claim', value: coordinates(latitude, longitude), mono: true };
};
const isPob = (name: string) => name.startsWith('pob');
const actions = (
  <>
    <button type="button" class="button">
      Run again
    </button>
    <button type="button" class="button primary">
      Download evidence
    </button>
  </>
);
const pols: Record<string, (typeof pol)['verified']> = {
  verified: pol.verified,
  refuted: pol.refuted,
  inconclusive: pol.inconclusive,
  'near-lie': pol.nearLie,
  improbable: pol.improbable,
  several: pol.several,
  contradictory: pol.contradictory,
  'no-estimate': pol.noEstimate,
};
const pobs: Record<string, (typeof pob)['verified']> = {
  'pob-verified': pob.verified,
  'pob-refuted': pob.refuted,
};

const Specimen = ({ name }: { name: string }) => {
  const runs = { measuring: pol.running, 'pob-measuring': pol.pobRunning }[name];
  /** In the middle of a replay, or before its first answer. */
  const replayed = { 'refuted-replay': pol.refuted, 'replay-begins': pol.verified }[name];
  const come = new Set(replayed?.witnesses.slice(0, name === 'replay-begins' ? 0 : 6).map((it) => it.id));
  const replay = replayed && { shown: come, of: replayed.witnesses.length, firstMs: 2400, skip: () => undefined };
  const proof = proofOf(name);
  const thePol = pols[name] ?? replayed;
  const thePob = pobs[name];
  return (
    <main class="page">
      <Crumbs
        trail={[
          { label: 'Challenges', to: '/challenges' },
          { label: isPob(name) ? 'Bandwidth' : 'Location' },
          { label: '18204' },
        ]}
      />
      {runs && (
        <RunningChallenge
          view={runs}
          now={pol.runningNow}
          how={profileOf(isPob(name) ? 'pob' : 'pol').words.how}
          proof={proof}
        >
          {name === 'measuring' && <RunningMap parameters={{ latitude: '50.11', longitude: '8.68' }} />}
        </RunningChallenge>
      )}
      {name === 'stopped' && <VerdictLine {...stoppedBy(serviceAway)} actions={actions} />}
      {thePol && <PolChallenge pol={thePol} actions={actions} proof={proof} replay={replay} />}
      {thePob && <PobChallenge pob={thePob} actions={actions} proof={proof} />}
    </main>
  );
};

/** The address names the state. Whoever goes to another one within the page sees it drawn from nothing. */
const draw = (): void => {
  const name = new URLSearchParams(location.search).get('show') ?? 'verified';
  const root = document.getElementById('app');
  if (root) render(<Specimen key={name} name={name} />, root);
};
addEventListener('popstate', draw);
draw();
