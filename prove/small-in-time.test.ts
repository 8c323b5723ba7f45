import { boundInTime, testSmall } from './testing-small.ts';

testSmall(boundInTime);
