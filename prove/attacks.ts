import { openLoneNamespace, startIn, whyNoNamespaces } from '@trigpoint/dev/namespaces';
import { addresses6, network4 } from './attacks/addresses.ts';
import type { Attack } from './attacks/attack.ts';
import { attacks, carryOut } from './attacks/carry-out.ts';
import { liesInMesh, meshEnv } from './attacks/mesh.ts';
import { startUp } from './attacks/up.ts';
import { addUp, type Proof, type ProofOptions, type ProofResult } from './proof.ts';

/**
 * Attacks that bought verdicts once, carried out against a running service over what anybody can reach: against what
 * `trigpoint up` starts and, at release size, against a service of an operator on public addresses. None obtains anything,
 * and the service says why.
 */
export const prove: Proof = async (options) => {
  const up = await attackUp(options);
  const served = options.small ? { tried: 0, violations: [] } : await attackServe(options);
  return addUp({ name: 'trigpoint up', ...up }, { name: 'serve', ...served });
};

const attackUp = async ({ small, log }: ProofOptions): Promise<ProofResult> => {
  const attack = async (env: Parameters<typeof startUp>[0], chosen: readonly Attack[]) => {
    const stage = await startUp(env);
    try {
      return await carryOut(stage, chosen, log);
    } finally {
      await stage.close();
    }
  };
  if (small)
    return attack(
      {},
      attacks.filter((it) => it.isQuick),
    );
  return addUp(
    { name: 'quiet', ...(await attack({}, attacks)) },
    { name: 'with a mesh', ...(await attack(meshEnv, [liesInMesh])) },
  );
};

/** The addresses of this service look public, so it runs where no packet finds a way out. */
const attackServe = async ({ log }: ProofOptions): Promise<ProofResult> => {
  const whyNot = whyNoNamespaces();
  if (whyNot !== undefined) {
    log(`serve: skipped: ${whyNot}`);
    return { tried: 0, violations: [] };
  }
  const place = openLoneNamespace(network4, addresses6);
  try {
    const child = await startIn(place, new URL('./attacks/serve-process.js', import.meta.url), {});
    try {
      const { lines, ...result } = await child.ask<ProofResult & { readonly lines: readonly string[] }>({});
      for (const line of lines) log(line);
      return result;
    } finally {
      await child.end();
    }
  } finally {
    place.close();
  }
};
