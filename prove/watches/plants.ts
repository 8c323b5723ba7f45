import type { Plant } from './year.ts';

const rewrite = (from: string, to: string) => () => ({ sql: (text: string) => text.replace(from, to) });

/** Faults that the proof of watches must see. */
export const plants: Readonly<Record<string, Plant>> = {
  // A commit that is lost as a whole is no plant here, because the next step repairs it.
  'a window is passed over after each outcome': {
    breaks: /is next/,
    database: rewrite(
      'UPDATE watch SET phase = ?, next_number = ?,',
      "UPDATE watch SET phase = ?, next_number = ? + (last_entry LIKE 'slot:%'),",
    ),
  },
  'a watch that was asked is asked again': {
    breaks: /was asked, and 0 slots tell/,
    database: rewrite(
      'UPDATE watch SET phase = ?, due_at = ? WHERE id = ?',
      'UPDATE watch SET phase = phase, due_at = due_at WHERE ? = ? AND id = ?',
    ),
  },
  'an extra slot is passed over': {
    breaks: /goes on without the extra slot|stopped before/,
    // The phase is the first value that the statement writes.
    database: rewrite(
      'UPDATE watch SET phase = ?, next_number',
      "UPDATE watch SET phase = replace(?, 'extra_due', 'waiting'), next_number",
    ),
  },
  'clocks are a minute ahead': { breaks: /was asked early/, aheadMs: 60_000 },
  'leases of dead nodes never run out': {
    breaks: /stopped before|was lost while nodes were there/,
    database: rewrite('AND lease_until <= ? ORDER BY', `AND (lease_owner = '' OR ? < 0) ORDER BY`),
  },
  'a change forgets the entry before it': {
    breaks: /does not name the entry before it/,
    database: rewrite(
      'UPDATE watch SET last_entry = ? WHERE id = ?',
      'UPDATE watch SET last_entry = last_entry WHERE ? = ? AND 1 = 0',
    ),
  },
};
