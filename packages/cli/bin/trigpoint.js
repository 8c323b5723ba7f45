#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Node 22 keeps compiled code from one start to the next. It lies beside our own code, where whoever could change it could change that
// too. Where nothing can be written there, or Node is older, everything works as ever.
module.enableCompileCache?.(fileURLToPath(new URL('../dist/.compiled', import.meta.url)));
const { main } = await import('../dist/bundle/main.js');
await main();
