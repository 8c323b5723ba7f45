import { readEvidence } from '@trigpoint/client';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { placeOf } from '../challenge/agents.ts';
import { polFromEvidence } from '../challenge/from-evidence.ts';
import { whereItCanBe } from '../map/local-layout.ts';
import { ZoneLegend } from '../map/zone-legend.tsx';
import { ZoneMap } from '../map/zone-map.tsx';
import { Panel } from '../parts/panel.tsx';
import { clientFor, useLoad } from '../service.ts';
import { timesEvery } from '../times.ts';
import { say } from '../words/say.ts';
import type { SeenWatch } from './names.ts';
import type { Slot } from './ticks.ts';
import { placeWords } from './words.ts';

const judged = ['inside', 'outside', 'undecided', 'verified', 'refuted', 'inconclusive'];

/** Where the newest answers allow the prover to be, and the zone. */
export const LastPlace = ({
  watch,
  slots,
  proofType,
}: {
  watch: SeenWatch;
  slots: readonly Slot[];
  proofType: string;
}): JSX.Element | null => {
  const newest = slots.find((it) => judged.includes(it.result) && it.challenge_id !== '');
  const id = newest?.challenge_id ?? '';
  const evidence = useLoad(`evidence ${id}`, () => readEvidence(clientFor(proofType), id), { when: id !== '' });
  const { latitude, longitude, zone } = watch.parameters;
  const claim = useMemo(() => placeOf({ latitude: latitude ?? '', longitude: longitude ?? '' }), [latitude, longitude]);
  const measured = useMemo(() => evidence.data && whereItCanBe(polFromEvidence(evidence.data)), [evidence.data]);
  if (!claim) return null;
  return (
    <Panel
      class="of-7 bleed map-panel"
      title={measured?.isAway ? say('Where the answers come from') : say('Where it can be')}
      sub={
        newest
          ? say('last answers, {day}', {
              day: timesEvery(watch.every_seconds).onDay(Date.parse(newest.asked_at ?? newest.begins)),
            })
          : say('its claim')
      }
      flush
      legend={<ZoneLegend zone={zone} canBe={measured} />}
    >
      <ZoneMap
        claim={claim}
        zone={zone}
        {...measured}
        title={
          zone === undefined
            ? say(
                'Map. The claim, and where the last answers allow the prover to be. The slots below hold the same facts.',
              )
            : say(
                'Map. The claim, {zone}, and where the last answers allow the prover to be. The slots below hold the same facts.',
                { zone: placeWords(zone) },
              )
        }
      />
    </Panel>
  );
};
