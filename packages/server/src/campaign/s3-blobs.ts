import { createHash, createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { type Blobs, contentTypeOf, isBlobKey } from './blobs.ts';

export interface S3Config {
  /**
   * For example https://s3.eu-central-1.amazonaws.com or http://127.0.0.1:9000. The bucket goes into the path, which all
   * stores understand.
   */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const emptySha256 = createHash('sha256').update('').digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** AWS Signature Version 4 over host, date and payload hash. Our keys need no escaping: hex, a dot and letters. */
export const signRequest = (
  config: S3Config,
  method: string,
  url: URL,
  payloadSha256: string,
  at: Date,
): Record<string, string> => {
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${stamp.slice(0, 8)}/${config.region}/s3/aws4_request`;
  const signed = { host: url.host, 'x-amz-content-sha256': payloadSha256, 'x-amz-date': stamp };
  const names = Object.keys(signed).join(';');
  const canonical = [
    method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .sort()
      .join('&'),
    ...Object.entries(signed).map(([name, value]) => `${name}:${value}`),
    '',
    names,
    payloadSha256,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [stamp.slice(0, 8), config.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${config.secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return {
    ...signed,
    authorization: `AWS4-HMAC-SHA256 Credential=${config.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
};

const read = async (response: IncomingMessage) => {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) if (text.length < 500) text += chunk;
  return text.slice(0, 500);
};

/** Blobs in any S3-compatible store. The signature needs a hash of the payload. The blob's key is that hash. */
export const openS3Blobs = (config: S3Config, now: () => number = Date.now, timeoutMs = 30_000): Blobs => {
  const endpoint = new URL(config.endpoint);
  const send = endpoint.protocol === 'https:' ? httpsRequest : httpRequest;

  const call = async (method: 'GET' | 'PUT' | 'DELETE', key: string, path?: string): Promise<IncomingMessage> => {
    if (!isBlobKey(key)) throw new Error(`not a blob key: ${key}`);
    const url = new URL(`${endpoint.pathname.replace(/\/$/, '')}/${config.bucket}/${key}`, endpoint);
    const headers = signRequest(config, method, url, path ? key.slice(0, 64) : emptySha256, new Date(now()));
    const length = path ? (await stat(path)).size : 0;
    const request = send(url, {
      method,
      headers: path ? { ...headers, 'content-length': length, 'content-type': contentTypeOf(key) } : headers,
      timeout: timeoutMs,
    });
    request.on('timeout', () => request.destroy(new Error(`no answer from the blob store in ${timeoutMs} ms`)));
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
    });
    if (path) await Promise.all([pipeline(createReadStream(path), request), answered]);
    else request.end();
    return answered;
  };

  const demand = async (response: IncomingMessage, method: string, key: string, ...statuses: number[]) => {
    const text = await read(response);
    if (!statuses.includes(response.statusCode ?? 0))
      throw new Error(`blob store answered ${response.statusCode} to ${method} ${key}: ${text}`);
  };

  return {
    async keep(key, path) {
      await demand(await call('PUT', key, path), 'PUT', key, 200);
      await rm(path, { force: true });
    },
    async open(key) {
      const response = await call('GET', key);
      if (response.statusCode === 200) return { bytes: Number(response.headers['content-length']), stream: response };
      await demand(response, 'GET', key, 404);
      return undefined;
    },
    async remove(key) {
      await demand(await call('DELETE', key), 'DELETE', key, 200, 204, 404);
    },
  };
};
