import { isIPv4, isIPv6 } from 'node:net';

/** The network an audit row names: /24 or /48, enough to see where from, too little to name a person. */
export function addressPrefix(address: string): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(plain) ? `${groups(plain).slice(0, 3).join(':')}::/48` : plain;
}

/** What counts as one address for the login limits (R48): an IPv4 address, or the /64 of an IPv6 one. */
export function limitedNetwork(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groups(plain).slice(0, 4).join(':')}::/64` : plain;
}

// An IPv4 client on a socket that listens for both is ::ffff:192.0.2.1; a link-local address may carry a zone.
function plainAddress(address: string): string {
  const plain = address.replace(/%.*$/, '');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain;
}

/** The eight groups of an IPv6 address without leading zeros; an IPv4 ending is two of them. */
function groups(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const count = before.length + after.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - count }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}
