import { findProfile } from '@trigpoint/proofs/registry';
import { invalidField, serviceError } from '@trigpoint/protocol';
import type { FastifyReply } from 'fastify';
import { challengeBadge } from '../challenge/badge-words.ts';
import { checkChallengeId } from '../challenge/challenges.ts';
import type { Context } from '../context.ts';
import { type BadgeTheme, badgeSvg, badgeThemes, drawBadge } from '../watch/badge.ts';
import { toldResult } from '../watch/slot-results.ts';
import { type EditionRow, isOver } from '../watch/watches.ts';
import { takeAllowance } from './admission.ts';
import type { HttpServer } from './server.ts';

/** Caches may keep a badge this long. A badge tells its age in minutes. */
const keptSeconds = 60;

const readTheme = (theme = 'auto'): BadgeTheme => {
  const found = badgeThemes.find((it) => it === theme);
  if (!found) throw invalidField('theme', `must be one of ${badgeThemes.join(', ')}`);
  return found;
};

/** Sends a badge so that pages of other sites can show it. Its policy forbids scripts and loading anything. */
const sendBadge = (reply: FastifyReply, svg: string) =>
  reply
    .type('image/svg+xml')
    .header('cache-control', `public, max-age=${keptSeconds}`)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(svg);

/** Pictures of public watches and of challenges, for pages of other sites. */
export const serveBadges = (
  server: HttpServer,
  { watches, challenges, rateLimits, proofType }: Pick<Context, 'watches' | 'challenges' | 'rateLimits' | 'proofType'>,
) => {
  server.get<{ Params: { type: string; id: string }; Querystring: { theme?: string } }>(
    '/challenges/:type/:id/badge.svg',
    async (request, reply) => {
      takeAllowance({ rateLimits }, 'default', undefined, request, reply);
      const theme = readTheme(request.query.theme);
      const { type, id } = request.params;
      const profile = findProfile(type);
      checkChallengeId(id);
      if (!profile) throw serviceError('challenge_not_found', { challenge_id: id });
      const { verdict, endedAt } = await challenges.find(type, id);
      return sendBadge(reply, drawBadge(challengeBadge(profile, verdict, endedAt), theme));
    },
  );

  server.get<{ Params: { watch: string }; Querystring: { theme?: string } }>(
    '/watches/:watch/badge.svg',
    async (request, reply) => {
      takeAllowance({ rateLimits }, 'default', undefined, request, reply);
      const theme = readTheme(request.query.theme);
      const { watch, editions } = await watches.findPublic(request.params.watch);
      const { newest, silent, at } = await watches.standing(watch.id);
      // The newest answer belongs to the edition that was in force when it was asked. The payer may have changed the watch since.
      const edition = editions.find(({ seq }) => seq === newest?.seq) ?? (editions.at(-1) as EditionRow);
      const rules = proofType(watch.proofType);
      const { zone } = rules.parameters(rules.decode(edition.info));
      const facts = {
        ...{ zone, everyMs: edition.everyMs, now: at },
        newest: newest && { result: toldResult(newest), at: newest.due ?? newest.at },
        isSilent: silent !== undefined && silent.number > (newest?.number ?? -1),
        isOver: isOver({ watch, editions }),
      };
      return sendBadge(reply, badgeSvg(facts, theme));
    },
  );
};
