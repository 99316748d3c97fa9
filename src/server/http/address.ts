import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that an audit row names: /24 or /48. It shows where a call came from and is too large to identify a
 * person.
 */
export function addressPrefix(address: string): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(plain) ? `${groups(plain).slice(0, 3).join(':')}::/48` : plain;
}

/** The network that the login limits count as one address (R48): an IPv4 address, or the /64 of an IPv6 address. */
export function limitedNetwork(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groups(plain).slice(0, 4).join(':')}::/64` : plain;
}

// A socket for IPv4 and IPv6 shows an IPv4 client as ::ffff:192.0.2.1. A link-local address may end with a zone.
function plainAddress(address: string): string {
  const plain = address.replace(/%.*$/, '');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain;
}

/** The eight groups of an IPv6 address without leading zeros. An IPv4 ending counts as two groups. */
function groups(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const count = before.length + after.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - count }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}
