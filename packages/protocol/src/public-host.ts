const loopback = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/;
/** Only whole addresses match: `10.example.com` is a public name. */
const privateHosts =
  /^((10(\.\d+)|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+){2}|\[f[cde].*|.*\.(local|localhost|internal|test)|[^.:]+)$/;

export const isLoopback = (host: string): boolean => loopback.test(host);

/** Whether a host, as `URL` names it, may be on the open internet. */
export const isPublicHost = (host: string): boolean => !isLoopback(host) && !privateHosts.test(host);
