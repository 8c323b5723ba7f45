/**
 * What people see of a certificate: its page, and the strip of slots that the console draws as well; and the check of its slots'
 * blocks, which few who load the SDK need.
 */
export type { Finding, SlotResult } from '@trigpoint/log';
export { type AskedFor, askedOf } from './asked.ts';
export { type CheckedBlocks, verifyBlocks } from './blocks.ts';
export { certificatePage } from './page.ts';
export { goesOnUntil } from './rest.ts';
export {
  isNews,
  isUnasked,
  layoutStrip,
  type SlotShape,
  type StripLayout,
  shapeOf,
  shapePath,
  shapeWord,
  slotShapes,
  stripLabels,
  type Tick,
  tickPath,
} from './strip.ts';
