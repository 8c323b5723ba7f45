import { listProofs } from './catalogue.ts';
import { boundInTime, testSmall } from './testing-small.ts';

testSmall((await listProofs()).filter((id) => !boundInTime.includes(id)));
