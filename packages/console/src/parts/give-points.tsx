import { randomHex } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { exactPoints, shortId } from '../figures.ts';
import { anyProofType, call } from '../service.ts';
import { amountOf } from '../words/language.ts';
import { say } from '../words/say.ts';
import { wrongOf } from './states.tsx';

const nothing = { to: '', points: '', reason: '' };

/**
 * Gives POINTS to another key. The id of an order stays the same while it is tried again, so that no order is paid twice. An
 * order that is changed gets a new id.
 */
export const GivePoints = ({ onDone }: { onDone: () => void }): JSX.Element => {
  const [order, setOrder] = useState({ ...nothing, id: randomHex(16) });
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ readonly says: string; readonly isWrong: boolean }>();
  const change = (part: Partial<typeof nothing>) => setOrder({ ...order, ...part, id: randomHex(16) });
  const give = async () => {
    setBusy(true);
    setTold(undefined);
    const { to, points, reason, id } = order;
    try {
      const body = { to: to.trim(), points: amountOf(points.trim()), id, ...(reason.trim() === '' ? {} : { reason }) };
      const { result } = await call(anyProofType, 'transfer-points', body);
      setTold({
        says: say('{points} POINTS went to {to}.', {
          points: exactPoints(result.points),
          to: shortId(result.to, 8, 6),
        }),
        isWrong: false,
      });
      setOrder({ ...nothing, id: randomHex(16) });
      onDone();
    } catch (error) {
      setTold({ says: wrongOf(error), isWrong: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="form tight padded"
      onSubmit={(event) => {
        event.preventDefault();
        void give();
      }}
    >
      <div class="row">
        <input
          class="input grow mono"
          aria-label={say('Key that receives POINTS')}
          placeholder={say('Give to: a key')}
          value={order.to}
          maxLength={64}
          onInput={(event) => change({ to: event.currentTarget.value })}
        />
        <input
          class="input"
          aria-label={say('POINTS to give')}
          placeholder="POINTS"
          inputMode="decimal"
          value={order.points}
          maxLength={20}
          onInput={(event) => change({ points: event.currentTarget.value })}
        />
        <input
          class="input grow"
          aria-label={say('Reason, which both see')}
          placeholder={say('Reason, which both see')}
          value={order.reason}
          maxLength={200}
          onInput={(event) => change({ reason: event.currentTarget.value })}
        />
        <button
          type="submit"
          class="button small"
          disabled={busy || order.to.trim() === '' || order.points.trim() === ''}
        >
          {say('Give')}
        </button>
      </div>
      {told && (
        <p class={`note ${told.isWrong ? 'no' : 'ok'}`} role={told.isWrong ? 'alert' : 'status'}>
          {told.says}
        </p>
      )}
    </form>
  );
};
