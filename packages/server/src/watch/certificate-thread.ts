import { ThreadPool } from '../threads/thread-pool.ts';
import type { CertificateParts, ComposedCertificate } from './compose-certificate.ts';

/**
 * Composes certificates in a thread. A year of hourly slots takes seconds, because its 26,000 entries are looked up in the
 * tree.
 */
export class CertificateThread {
  readonly #pool = new ThreadPool<CertificateParts, ComposedCertificate>({
    file: new URL('./certificate-worker.js', import.meta.url),
    threads: 1,
  });

  compose(parts: CertificateParts): Promise<ComposedCertificate> {
    return this.#pool.ask(parts);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
