export { type Namespaces, openNamespaces, type Place, whyNoNamespaces } from './bridge.ts';
export { startIn } from './child.ts';
export { type LoneNamespace, openLoneNamespace } from './lone.ts';
export { type Got, startServiceIn } from './service-in.ts';
