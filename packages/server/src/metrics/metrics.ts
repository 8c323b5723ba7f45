import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What the service counts. One registry per context, so that several services can live in one process. */
export const openMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'trigpoint_' });
  const registers = [registry];
  const requests = new Counter({
    name: 'trigpoint_http_requests_total',
    help: 'Answered requests by route and status',
    labelNames: ['route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'trigpoint_http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  // Looking a label's counter up costs more than counting; routes and statuses are few.
  const counters = new Map<string, { answer: Counter.Internal; time: Histogram.Internal<string> }>();
  return {
    registry,
    request: (route: string, status: number, duration: number) => {
      const key = `${status} ${route}`;
      let counter = counters.get(key);
      if (!counter) {
        counter = { answer: requests.labels(route, String(status)), time: seconds.labels(route) };
        counters.set(key, counter);
      }
      counter.answer.inc();
      counter.time.observe(duration);
    },
    /** A number read when somebody looks. */
    gauge: (name: string, help: string, read: () => number | Promise<number>) =>
      new Gauge({
        name: `trigpoint_${name}`,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      }),
    /** The same for each value of one label. */
    gauges: (name: string, help: string, label: string, read: () => Promise<Readonly<Record<string, number>>>) =>
      new Gauge({
        name: `trigpoint_${name}`,
        help,
        labelNames: [label],
        registers,
        async collect() {
          const values = await read();
          this.reset();
          for (const [value, n] of Object.entries(values)) this.set({ [label]: value }, n);
        },
      }),
    /** Counts that someone else keeps, by the value of one label, read when somebody looks. */
    tallies: (name: string, help: string, label: string, read: () => Readonly<Record<string, number>>) =>
      new Counter({
        name: `trigpoint_${name}`,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset();
          for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
        },
      }),
    histogram: (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
      new Histogram({ name: `trigpoint_${name}`, help, buckets, labelNames, registers }),
    counter: (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name: `trigpoint_${name}`, help, labelNames, registers }),
  };
};

export type Metrics = ReturnType<typeof openMetrics>;
