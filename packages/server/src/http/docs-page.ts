import { commonErrors, errorTable, type Route, type RouteTable, routes } from '@trigpoint/protocol';
import type { Shape } from '@trigpoint/schema';

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const typeOf = (it: Shape): string =>
  it.enum?.join(' | ') ??
  it.anyOf?.map(typeOf).join(' or ') ??
  (it.items ? `array of ${typeOf(it.items)}` : (it.type ?? 'any'));

const fields = (shape: Shape): string => {
  const rows = Object.entries(shape.properties ?? {}).map(([name, it]) => {
    const inner = (it.properties ?? it.items?.properties) ? fields(it.items ?? it) : '';
    const need = shape.required?.includes(name) ? '' : ' <i>optional</i>';
    return `<li><code>${html(name)}</code> ${html(typeOf(it))}${need}${it.description ? ` — ${html(it.description)}` : ''}${inner}</li>`;
  });
  return rows.length === 0 ? '' : `<ul>${rows.join('')}</ul>`;
};

/** Who may call an operation. */
const needs = ({ auth, scope }: Route): string => {
  const key = scope ? ` or an API key with the scope <code>${scope}</code>` : '';
  if (auth === 'session') return `Needs a session${key}.`;
  return auth === 'optional' ? `Open. With a session${key} it may show more.` : 'Open.';
};

const section = (name: string, route: Route) => `<section id="${name}"><h2>${name}</h2><p>${html(route.summary)}.</p>
<p>${route.paths.map((path) => `<code>POST ${path.replace(':proof_type', '{proof_type}')}</code>`).join('<br>')}</p>
<p>${needs(route)} Refuses with ${[...route.errors].map((code) => `<code>${code}</code> (${errorTable[code][0]})`).join(', ') || 'the common errors only'}.</p>
<h3>Body</h3>${fields(route.body as Shape) || '<p>None.</p>'}<h3>Reply</h3>${fields(route.reply as Shape)}</section>`;

/** The API reference as one page: no script, nothing loaded from elsewhere. */
export const docsPage = (): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Trigpoint API</title><style>
:root{color-scheme:light dark}body{font:15px/1.6 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem;font-size:1.25rem}h3{font-size:1rem;margin:1rem 0 0}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
nav{columns:12rem}ul{margin:.25rem 0;padding-left:1.25rem}</style>
<h1>Trigpoint API</h1><p>Every operation is a POST with JSON. Errors have one shape:
<code>{"error":{"code","message"}}</code>. Any operation may also refuse with
${commonErrors.map((code) => `<code>${code}</code> (${errorTable[code][0]})`).join(', ')}.
The machine-readable form, with examples in curl, TypeScript and Python, is <a href="/openapi.json">/openapi.json</a>.</p>
<nav>${Object.keys(routes)
  .map((name) => `<a href="#${name}">${name}</a><br>`)
  .join('')}</nav>
${Object.entries(routes as RouteTable)
  .map(([name, route]) => section(name, route))
  .join('\n')}</html>`;
