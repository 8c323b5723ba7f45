import type { Command } from 'commander';
import type { McpFlags } from './mcp/serve.ts';
import { action, examplesElsewhere } from './output.ts';
import { withKey } from './session.ts';
import { withTrust } from './trust.ts';

export const addMcpCommand = (program: Command): void => {
  const mcp = withTrust(
    withKey(
      program.command('mcp').description('let an assistant ask for proofs: an MCP server over stdin and stdout'),
    ).option('--read-only', 'without the tools that ask, spend or change something'),
  ).action(action(async (flags: McpFlags) => (await import('./mcp/serve.ts')).serveMcp(flags)));
  examplesElsewhere(mcp, 'it waits for an assistant', 'trigpoint mcp --trust trust.json', 'trigpoint mcp --read-only');
};
