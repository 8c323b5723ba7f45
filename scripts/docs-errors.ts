import { STATUS_CODES } from 'node:http';
import { errorTable } from '@trigpoint/protocol';
import { errorExamples } from '@trigpoint/protocol/examples';
import { pageHead, table } from './docs-page.ts';

export const renderErrors = (): string => {
  const examples: Readonly<Record<string, Readonly<Record<string, string | number>>>> = errorExamples;
  const entries = Object.entries(errorTable).map(([code, [status, sentence]]) => {
    const example = examples[code];
    const such = example ? sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(example[name])) : '';
    return { code, status, sentence, such };
  });
  const statuses = [...new Set(entries.map(({ status }) => status))].sort((a, b) => a - b);
  const sections = statuses.map((status) => {
    const rows = entries.filter((it) => it.status === status).sort((a, b) => a.code.localeCompare(b.code, 'en'));
    const cells = rows.map(({ code, sentence, such }) => [`\`${code}\``, sentence, such]);
    return `## ${status} ${STATUS_CODES[status]}\n\n${table(['code', 'message', 'such as'], cells)}\n`;
  });
  return `${pageHead('Errors', 'packages/protocol/src/errors.ts')}

Every refusal has one shape, whatever the operation:

\`\`\`json
{"error":{"code":"invalid_field","message":"publicKey is required."}}
\`\`\`

\`code\` is stable: branch on it. \`message\` is one sentence for people and may be reworded; names in braces below are
filled in. Refusals that time heals carry \`Retry-After\` in seconds. A 500 says nothing about the inside of the service:
its request id, which every reply carries as \`X-Request-Id\`, finds the cause in the operator's log.

The SDK throws the same thing as a \`ServiceError\` with \`code\`, \`status\` and \`message\`.

${sections.join('\n')}`;
};
