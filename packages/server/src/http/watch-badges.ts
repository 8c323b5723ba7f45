import { findProofType } from '@trigpoint/proofs/rules';
import { invalidField, serviceError } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { badgeSvg, badgeThemes } from '../watch/badge.ts';
import type { EditionRow } from '../watch/watches.ts';
import { takeAllowance } from './admission.ts';
import type { HttpServer } from './server.ts';

/** Others keep a badge this long: its age is told in minutes. */
const keptSeconds = 60;

/** Pictures of public watches, for pages of other sites. */
export const serveBadges = (server: HttpServer, { watches, rateLimits }: Pick<Context, 'watches' | 'rateLimits'>) => {
  server.get<{ Params: { watch: string }; Querystring: { theme?: string } }>(
    '/watches/:watch/badge.svg',
    async (request, reply) => {
      takeAllowance({ rateLimits }, 'default', undefined, request, reply);
      const theme = badgeThemes.find((it) => it === (request.query.theme ?? 'auto'));
      if (!theme) throw invalidField('theme', `must be one of ${badgeThemes.join(', ')}`);
      const { watch, editions } = await watches.findPublic(request.params.watch);
      const edition = editions.at(-1) as EditionRow;
      const proofType = findProofType(watch.proofType);
      if (!proofType) throw serviceError('watch_not_found', { watch: watch.id });
      const { newest, at } = await watches.standing(watch.id);
      const { zone } = proofType.parameters(proofType.decode(edition.info));
      const facts = {
        ...{ zone, everyMs: edition.everyMs, now: at },
        newest: newest && { result: newest.result, at: newest.due ?? newest.at },
      };
      return reply
        .type('image/svg+xml')
        .header('cache-control', `public, max-age=${keptSeconds}`)
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .send(badgeSvg(facts, theme));
    },
  );
};
