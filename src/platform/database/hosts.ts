const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/** `postgresql://folio@one:5432,two/folio` → an address for each server that it names. */
export function splitHosts(url: string): string[] {
  const [, start = '', hosts, rest = ''] = parts.exec(url) ?? []
  return hosts === undefined ? [url] : hosts.split(',').map((host) => start + host + rest)
}
