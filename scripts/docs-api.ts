import { commonErrors, type ErrorCode, errorTable, type Route, type RouteTable, routes } from '@trigpoint/protocol';
import type { Shape } from '@trigpoint/schema';
import { pageHead, table } from './docs-page.ts';

const typeOf = (it: Shape): string => {
  if (it.const !== undefined) return `\`${it.const}\``;
  if (it.enum) return it.enum.map((value) => `\`${value}\``).join(', ');
  if (it.anyOf) return [...new Set(it.anyOf.map(typeOf))].join(' or ');
  if (it.items) return `array of ${typeOf(it.items)}`;
  const [values] = Object.values(it.patternProperties ?? {});
  return values ? `object of names to ${typeOf(values)}` : (it.type ?? 'any');
};

const limitsOf = (it: Shape): string[] => {
  const range = [it.minimum, it.maximum].some((bound) => bound !== undefined)
    ? [`${it.minimum ?? '…'} to ${it.maximum ?? '…'}`]
    : [];
  return [
    ...range,
    ...((it.minLength ?? 0) > 0 ? ['not empty'] : []),
    ...(it.maxLength === undefined ? [] : [`up to ${it.maxLength} characters`]),
    ...(it.maxItems === undefined ? [] : [`up to ${it.maxItems} items`]),
    ...(it.default === undefined ? [] : [`default ${JSON.stringify(it.default)}`]),
  ];
};

/** One row for each field. Fields inside an object or a list come right below it, with their path. */
const rowsOf = (shape: Shape, prefix = ''): string[][] =>
  Object.entries(shape.properties ?? {}).flatMap(([name, it]) => {
    const need = shape.required?.includes(name) ? 'yes' : '';
    const inner = it.items?.properties ? it.items : it;
    const about = [it.description ?? '', ...limitsOf(it)].filter((part) => part !== '').join('; ');
    const path = `${prefix}${name}`;
    return [[`\`${path}\``, typeOf(it), need, about], ...rowsOf(inner, `${path}${it.items ? '[].' : '.'}`)];
  });

const fields = (schema: unknown, none: string): string => {
  const rows = rowsOf(schema as Shape);
  return rows.length === 0 ? none : table(['field', 'type', 'always', 'notes'], rows);
};

const errorsOf = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => `\`${code}\` (${errorTable[code][0]})`).join(', ');

const accessOf = ({ auth, scope }: Route): string => {
  const key = scope === undefined ? '' : ` or an API key with the scope \`${scope}\``;
  if (auth === 'session') return `Needs a session${key}.`;
  return auth === 'optional' ? `Open. An API key needs the scope \`${scope}\`.` : 'Open.';
};

const repeatable = 'Takes an `Idempotency-Key` header: the same request with the same key again makes nothing more.';

const section = (name: string, route: Route): string => `## ${name}

${route.summary}.

${route.paths.map((path) => `\`POST ${path.replace(':proof_type', '{proof_type}')}\``).join('<br>')}

${accessOf(route)}${route.once ? ` ${repeatable}` : ''}${route.errors.length > 0 ? ` Also refuses with ${errorsOf(route.errors)}.` : ''}

**Body**

${fields(route.body, 'Nothing; an empty body will do.')}

**Reply**

${fields(route.reply, 'An empty object.')}
`;

export const renderApi = (): string => `${pageHead('API', 'the route table in packages/protocol')}

Every operation is a POST with a JSON body and a JSON reply. \`{proof_type}\` is \`pol\` or \`pob\`. Types are strict,
unknown fields are ignored, timestamps are ISO 8601 in UTC. The session travels in the cookie that pre-login sets, or
as \`Authorization: Bearer <the same token>\`. A running service has this page at \`/docs\` and the same as OpenAPI 3.1 at
\`/openapi.json\`.

Any operation may refuse with ${errorsOf(commonErrors)}; what each means is in [errors.md](errors.md).

${Object.entries(routes as RouteTable)
  .map(([name, route]) => section(name, route))
  .join('\n')}`;
