/** Ranges for benchmarks: nobody on the internet has them, and a service takes them for public addresses. */
export const network4 = '198.18.0.1/15';
export const service4 = '198.18.0.1';
export const port = 8080;

/** The n-th honest challenger, and the n-th address of the attackers. Each is in a /24 and a system of its own. */
export const honestAt = (n: number) => `198.18.${n + 1}.1`;
export const attackerAt = (n: number) => `198.19.${n}.1`;

/** Eight networks of one provider, and eight addresses of one customer. */
export const oneProvider = (n: number) => `198.18.${200 + n}.1`;
export const oneCustomer = (n: number) => `2001:2:0:aa0${n}::1`;
/** Addresses of others, each in a network of its own. */
export const others6 = (n: number) => `2001:db8:${n + 1}::1`;
export const service6 = '2001:2:0:1::1';
export const addresses6 = [
  service6,
  ...Array.from({ length: 8 }, (_, n) => oneCustomer(n)),
  ...Array.from({ length: 14 }, (_, n) => others6(n)),
].map((it) => `${it}/128`);

/** The table of autonomous systems of this small internet. */
export const systems = (): string =>
  [
    ...Array.from({ length: 60 }, (_, n) => `198.18.${n}.0,198.18.${n}.255,${64_000 + n},Honest ${n}`),
    '198.18.200.0,198.18.207.255,65001,One Provider',
    ...Array.from({ length: 256 }, (_, n) => `198.19.${n}.0,198.19.${n}.255,${66_000 + n},Rented ${n}`),
    '2001:2::,2001:2:0:ffff:ffff:ffff:ffff:ffff,65002,One Customer',
    ...Array.from(
      { length: 20 },
      (_, n) => `2001:db8:${n}::,2001:db8:${n}:ffff:ffff:ffff:ffff:ffff,${67_000 + n},Other ${n}`,
    ),
  ].join('\n');
