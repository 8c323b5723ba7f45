import { readCertificate } from '@trigpoint/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { download } from '../parts/download.ts';
import { Sheet } from '../parts/sheet.tsx';
import { Wrong } from '../parts/states.tsx';
import { useWork } from '../parts/work.ts';
import { clientFor } from '../service.ts';
import { say } from '../words/say.ts';

type Form = 'json' | 'html';

/** What became of every slot of a period, to give to somebody else. */
export const CertificateSheet = ({
  watch,
  proofType,
  onClose,
}: {
  watch: string;
  proofType: string;
  onClose: () => void;
}): JSX.Element => {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [asked, setAsked] = useState<Form>();
  const { busy, problem, work } = useWork();
  const name = `certificate-${watch}`;
  const issue = (form: Form) => {
    setAsked(form);
    return work(async () => {
      const period = { ...(from ? { from: new Date(from) } : {}), ...(to ? { to: new Date(to) } : {}) };
      const certificate = await readCertificate(clientFor(proofType), watch, period);
      if (form === 'json') download(`${name}.json`, `${JSON.stringify(certificate)}\n`);
      else {
        const [{ certificatePage }, { loadTopology }] = await Promise.all([
          import('@trigpoint/client/certificate'),
          import('../map/atlas.ts'),
        ]);
        const atlas = (await loadTopology('medium')) as unknown as Parameters<typeof certificatePage>[1];
        download(`${name}.html`, certificatePage(certificate, atlas), 'text/html');
      }
    });
  };
  return (
    <Sheet
      title={say('Certificate')}
      onClose={onClose}
      foot={
        <>
          {say('Anybody checks the JSON offline:')} <code class="small">npx trigpoint verify {name}.json</code>
        </>
      }
    >
      <div class="form">
        <p class="soft">
          {say(
            'What became of every slot, also of those without an answer, signed, with the proof that none is missing.',
          )}
        </p>
        <div class="beside">
          <When
            id="certificate-from"
            label={say('From')}
            hint={say('0:00 UTC of that day; the beginning, if empty')}
            value={from}
            onChange={setFrom}
          />
          <When
            id="certificate-to"
            label={say('To')}
            hint={say('0:00 UTC of that day; the last window that is over, if empty')}
            value={to}
            onChange={setTo}
          />
        </div>
        <div class="row">
          <button type="button" class="button primary" disabled={busy} onClick={() => void issue('json')}>
            {busy && asked === 'json' ? say('Asking…') : say('Download JSON')}
          </button>
          <button type="button" class="button" disabled={busy} onClick={() => void issue('html')}>
            {busy && asked === 'html' ? say('Asking…') : say('Download page to print')}
          </button>
        </div>
        <Wrong says={problem} />
      </div>
    </Sheet>
  );
};

const When = ({
  id,
  label,
  hint,
  value,
  onChange,
}: {
  id: string;
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}) => (
  <div class="field">
    <label for={id}>{label}</label>
    <input
      id={id}
      type="date"
      class="input"
      value={value}
      aria-describedby={`${id}-hint`}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
    <span id={`${id}-hint`} class="hint">
      {hint}
    </span>
  </div>
);
