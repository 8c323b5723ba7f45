import { ThreadPool } from '../threads/thread-pool.ts';
import type { CertificateParts, ComposedCertificate } from './compose-certificate.ts';

/** Composes certificates in a thread. A year of hourly slots takes seconds: 26,000 entries are looked up in a tree. */
export const openCertificateThread = () =>
  new ThreadPool<CertificateParts, ComposedCertificate>({
    file: new URL('./certificate-worker.js', import.meta.url),
    threads: 1,
  });
