import {
  apiKeyPrefix,
  commonErrors,
  type ErrorCode,
  errorTable,
  type Route,
  type RouteTable,
  routes,
} from '@trigpoint/protocol';

/** The schema with what the handler refuses besides (`stricter`), as one. */
const told = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(told);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { stricter = {}, ...rest } = schema as Record<string, unknown>;
  return Object.fromEntries(Object.entries({ ...rest, ...(stricter as object) }).map(([key, it]) => [key, told(it)]));
};

const json = (schema: unknown) => ({ 'application/json': { schema: told(schema) } });
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

const operation = (name: string, path: string, route: Route, served: readonly string[]) => ({
  operationId: path.startsWith('/proof/') ? name : `${name}-root`,
  summary: route.summary,
  ...(path.includes(':proof_type') ? { parameters: [proofTypeParameter(served)] } : {}),
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
    content: route.encoding ? { 'multipart/form-data': { schema: told(route.body) } } : json(route.body),
  },
  responses: {
    200: { description: 'Done', content: json(route.reply) },
    ...(route.polled ? { 304: { description: 'The answer whose ETag If-None-Match names is still the newest' } } : {}),
    ...errorResponses([...route.errors, ...commonErrors]),
  },
});

/** The OpenAPI 3.1 document, whole from the route table. `served` are the proof types. */
export const openApi = (version: string, served: readonly string[]) => ({
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
  paths: Object.fromEntries(
    Object.entries(routes as RouteTable).flatMap(([name, route]) =>
      route.paths.map((path) => [
        path.replace(':proof_type', '{proof_type}'),
        { post: operation(name, path, route, served) },
      ]),
    ),
  ),
});
