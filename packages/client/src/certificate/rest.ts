import { parseEntry } from '@trigpoint/log';
import { type Certificate, countWindows, editionOf } from '@trigpoint/log/watches';

/**
 * When the last window of the watch ends, where that is after the last window of the certificate; undefined where nothing follows.
 * A certificate may be made while its watch runs.
 */
export const goesOnUntil = ({
  entries,
  watch,
  summary,
}: Pick<Certificate, 'entries' | 'watch' | 'summary'>): Date | undefined => {
  const editions = entries.flatMap(({ index, entry }) => {
    const says = entry.includes('"watch"') && entry.includes('"change"') ? parseEntry(entry) : undefined;
    return says?.kind === 'watch' && says.watch === watch ? [editionOf(index, says)] : [];
  });
  const last = editions.at(-1);
  if (!last) return undefined;
  const end = last.beginsAt + (last.change === 'ended' ? 0 : countWindows(last) * last.everyMs);
  return end > Date.parse(summary.to) ? new Date(end) : undefined;
};
