import type { Metrics } from '../metrics/metrics.ts';
import type { Images } from './image-pool.ts';

/** Metrics of the processes that read photos. */
export const watchImages = (metrics: Metrics, images: Images): void => {
  metrics.gauge('image_workers_busy', 'Photos being read on this node', () => images.load.busy);
  metrics.gauge('photos_waiting', 'Uploads waiting for a worker on this node', () => images.load.waiting);
  metrics.tallies('photos_read_total', 'Photos this node has read, by what became of them', 'outcome', () => {
    const { read, refused } = images.stats;
    return { read, refused };
  });
  metrics.tallies('image_workers_killed_total', 'Workers that ended over a photo, and why', 'reason', () => {
    const { timedOut, swollen, crashed, starved } = images.stats;
    return { time: timedOut, memory: swollen, crash: crashed, starved };
  });
  metrics.gauge('image_worker_peak_bytes', 'The most memory any worker has held', () => images.stats.peakBytes);
};
