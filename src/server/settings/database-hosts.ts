// A DATABASE_URL may name several hosts, of which one is the primary: postgres://web@db1:5432,db2:5432/resonanz (record 148).

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]*)(.*)$/;

/** The addresses that an address with several hosts stands for, in their order. */
export function eachHost(url: string): string[] {
  const [, before, hosts, after] = ADDRESS.exec(url) ?? [];
  if (hosts === undefined || !hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** The place of the host that was last found to take changes, by the list of hosts. All connections of a process share it. */
const places = new Map<string, number>();
const listOf = (url: string) => ADDRESS.exec(url)?.[2] ?? url;

/** The address to try now. `passOver` makes the next host the one to try, unless another connection has done so already. */
export function hostToTry(url: string): { address: string; passOver: () => void } {
  const all = eachHost(url);
  const place = places.get(listOf(url)) ?? 0;
  return {
    address: all[place] ?? url,
    passOver: () => {
      if ((places.get(listOf(url)) ?? 0) === place) places.set(listOf(url), (place + 1) % all.length);
    },
  };
}
