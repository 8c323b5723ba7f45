import { startCrowdService } from '@trigpoint/dev/crowd';
import { cpuUs } from '../process/pinned.ts';
import type { Question, Settings } from './questions.ts';
import { takeStock } from './stock.ts';

const { place } = JSON.parse(process.argv[2] ?? '{}') as Settings;
const { service, mine } = await startCrowdService({
  place,
  chainStart: Math.floor(Date.now() / 1000) - 600,
  // Lookouts would come on top of the challengers that the figures are about.
  env: { POL_LOOKOUTS_PER_SEAT: '0' },
});

process.on('message', async (question: Question) => {
  switch (question.ask) {
    case 'mine':
      return process.send?.({ first: mine(question.provers, question.count, question.challengers) });
    case 'stock':
      return process.send?.(await takeStock(service.context.db, question.first, question.count));
    case 'open':
      return process.send?.({ open: await service.context.records.openChallenges('pol') });
    case 'log':
      // Without: as if nothing were ever said in public.
      if (question.isOn) Reflect.deleteProperty(service.context.publicLog, 'append');
      else Object.assign(service.context.publicLog, { append: async () => '' });
      return process.send?.({});
    case 'cost':
      return process.send?.({ cpuUs: cpuUs(), rssBytes: process.memoryUsage.rss() });
  }
});
process.on('SIGTERM', async () => {
  await service.close();
  process.exit(0);
});
process.send?.({ url: service.url });
