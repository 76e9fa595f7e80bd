/** Where the viewer is, as an IANA name; some browsers have one of their own for not knowing it. */
export function timeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone === 'Etc/Unknown' ? 'UTC' : zone
}
