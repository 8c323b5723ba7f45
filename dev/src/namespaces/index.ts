export { type Namespaces, openNamespaces, type Place, whyNoNamespaces } from './bridge.ts';
export { startIn } from './child.ts';
export { type Got, startServiceIn } from './service-in.ts';
