import { startCrowdService } from '@trigpoint/dev/crowd';
import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';
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
      // Without: as if nothing were ever said in public.
      if (question.isOn) Reflect.deleteProperty(publicLog, 'append');
      else Object.assign(publicLog, { append: async () => '' });
      return {};
    case 'cost':
      return { cpuUs: cpuUs(), rssBytes: process.memoryUsage.rss() };
  }
};
answerParent({ url: service.url }, answer, () => service.close());
