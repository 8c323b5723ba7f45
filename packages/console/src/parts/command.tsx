import { Fragment, type JSX } from 'preact';
import { commandLine } from '../service.ts';

/** A command to type. The name of an option does not part from its dashes at the end of a line. */
export const Command = ({ line }: { line: string }): JSX.Element => (
  <code>{line.split(/(--[a-z-]+)/).map((it, i) => (i % 2 === 0 ? it : <span class="whole">{it}</span>))}</code>
);

/** What starts one agent of each role, where there are none yet. */
export const StartAgents = (): JSX.Element => (
  <>
    {['prover', 'challenger'].map((role) => (
      <Fragment key={role}>
        {' '}
        <Command line={commandLine(`${role} --proof-type pol`)} />
      </Fragment>
    ))}
  </>
);
