import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The figures of the service. Each context has its own registry, so that several services can run in one process. */
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
  // Finding the counter of a label costs more than counting. There are few routes and statuses, so the counters are kept.
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
    /** A number that is read when somebody asks for the metrics. */
    gauge: (name: string, help: string, read: () => number | Promise<number>) =>
      new Gauge({
        name: `trigpoint_${name}`,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      }),
    /** Like `gauge`, with one number for each value of a label. */
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
    /** Counts that another part keeps, by the value of one label. They are read when somebody asks for the metrics. */
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
