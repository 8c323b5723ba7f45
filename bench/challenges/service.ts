import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';
import { startCrowdService } from '@trigpoint/dev/services';
import { cpuUs } from '../process/pinned.ts';
import type { Question, Settings } from './questions.ts';
import { takeStock } from './stock.ts';

const { place } = settingsFromParent<Settings>();
const { service, mine } = await startCrowdService({
  place,
  chainStart: Math.floor(Date.now() / 1000) - 600,
  // Lookouts would come on top of the challengers that the figures are about.
  env: { POL_LOOKOUTS_PER_SEAT: '0' },
});

/** Leaves ends of challenges out of the log. Acceptances stay in it, because without them nobody is drawn. */
const withoutEnds =
  (publicLog: typeof service.context.publicLog): typeof publicLog.append =>
  async (tx, entry, id) =>
    entry.kind === 'transcript' ? '' : Object.getPrototypeOf(publicLog).append.call(publicLog, tx, entry, id);

const answer = async (question: Question): Promise<object> => {
  const { db, records, publicLog } = service.context;
  switch (question.ask) {
    case 'mine':
      return { first: mine(question.provers, question.count, question.challengers) };
    case 'stock':
      return takeStock(db, question.first, question.count);
    case 'open':
      return { open: await records.openChallenges('pol') };
    case 'log':
      if (question.isOn) Reflect.deleteProperty(publicLog, 'append');
      else Object.assign(publicLog, { append: withoutEnds(publicLog) });
      return {};
    case 'cost':
      return { cpuUs: cpuUs(), rssBytes: process.memoryUsage.rss() };
  }
};
answerParent({ url: service.url }, answer, () => service.close());
