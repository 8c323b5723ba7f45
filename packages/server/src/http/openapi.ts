import {
  apiKeyPrefix,
  commonErrors,
  type ErrorCode,
  errorTable,
  type Route,
  type RouteName,
  type RouteTable,
  routeGroups,
} from '@trigpoint/protocol';
import { codeSamples, examplesAt, languages } from '@trigpoint/protocol/examples';

/** Merges into the schema what the handler refuses beyond it (`stricter`). */
const told = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(told);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { stricter = {}, ...rest } = schema as Record<string, unknown>;
  return Object.fromEntries(Object.entries({ ...rest, ...(stricter as object) }).map(([key, it]) => [key, told(it)]));
};

const json = (schema: unknown, example?: unknown) => ({
  'application/json': { schema: told(schema), ...(example === undefined ? {} : { example }) },
});
const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, message: { type: 'string' } },
    },
  },
};

const errorResponses = (codes: readonly ErrorCode[]) => {
  const statuses = [...new Set(codes.map((code) => errorTable[code][0]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const description = codes.filter((code) => errorTable[code][0] === status).join(', ');
      return [status, { description, content: json(errorSchema) }];
    }),
  );
};

const proofTypeParameter = (served: readonly string[]) => ({
  name: 'proof_type',
  in: 'path',
  required: true,
  schema: { type: 'string', enum: served },
});

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Chosen by the caller. The same request with the same key again makes nothing more',
  // A blank key counts as absent.
  schema: { type: 'string', pattern: '^[!-~]([ -~]{0,253}[!-~])?$' },
};

interface Told {
  readonly name: string;
  readonly path: string;
  readonly route: Route;
  readonly group: string;
  readonly served: readonly string[];
  readonly url: string;
  readonly example: { readonly body: object; readonly reply: object };
}

const samplesOf = ({ name, route, url, example }: Told) => {
  const samples = codeSamples({ url, name, route, body: example.body as Record<string, unknown> });
  return Object.entries(languages).map(([id, label]) => ({
    lang: id === 'curl' ? 'shell' : id,
    label,
    source: samples[id as keyof typeof samples],
  }));
};

const operation = (it: Told) => {
  const { name, path, route, served, example } = it;
  return {
    operationId: path.startsWith('/proof/') ? name : `${name}-root`,
    summary: route.summary,
    tags: [it.group],
    'x-codeSamples': samplesOf(it),
    parameters: [
      ...(path.includes(':proof_type') ? [proofTypeParameter(served)] : []),
      ...(route.once ? [idempotencyKey] : []),
    ],
    security:
      route.auth === 'open'
        ? []
        : [
            ...(route.auth === 'optional' ? [{}] : []),
            { cookie: [] },
            { bearer: [] },
            ...(route.scope ? [{ apiKey: [route.scope] }] : []),
          ],
    ...(route.scope ? { 'x-scope': route.scope } : {}),
    requestBody: {
      // An empty body is an empty object.
      required: ((route.body as { required?: readonly string[] }).required ?? []).length > 0,
      content: route.encoding
        ? { 'multipart/form-data': { schema: told(route.body) } }
        : json(route.body, example.body),
    },
    responses: {
      200: { description: 'Done', content: json(route.reply, example.reply) },
      ...(route.polled
        ? { 304: { description: 'The answer whose ETag If-None-Match names is still the newest' } }
        : {}),
      ...errorResponses([...route.errors, ...commonErrors]),
    },
  };
};

/** What the document says about one service. */
interface Described {
  readonly version: string;
  /** The proof types. */
  readonly served: readonly string[];
  /** Where the examples send their requests. */
  readonly url: string;
  readonly now: number;
}

/** The OpenAPI 3.1 document. All of it comes from the route table and the table of examples. */
export const openApi = ({ version, served, url, now }: Described) => ({
  openapi: '3.1.0',
  info: { title: 'Trigpoint', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
  components: {
    securitySchemes: {
      cookie: { type: 'apiKey', in: 'cookie', name: '__proof' },
      bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session' },
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description: `An API key (${apiKeyPrefix}…). Each operation names the scope that it needs`,
      },
    },
  },
  tags: Object.keys(routeGroups).map((name) => ({ name })),
  paths: pathsOf(served, url, examplesAt(now)),
});

const pathsOf = (served: readonly string[], url: string, examples: ReturnType<typeof examplesAt>) =>
  Object.fromEntries(
    Object.entries(routeGroups as Record<string, RouteTable>).flatMap(([group, table]) =>
      Object.entries(table).flatMap(([name, route]) =>
        route.paths.map((path) => [
          path.replace(':proof_type', '{proof_type}'),
          { post: operation({ name, path, route, group, served, url, example: examples[name as RouteName] }) },
        ]),
      ),
    ),
  );
