import { RestError, unreadable } from './errors.ts'

export type Preferences = {
  /** What a write answers with. */
  returns: 'minimal' | 'headers-only' | 'representation'
  isCounted: boolean
  /** What becomes of a row that is there already. */
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  /** How many rows a change may be of; more are refused, and nothing is changed. */
  maxAffected: number | undefined
  /** As they are said back. */
  applied: string[]
}

const known: Record<string, string[]> = {
  return: ['minimal', 'headers-only', 'representation'],
  // There is no estimate that would be better than the count.
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit'],
}

/** Preferences that the request cannot have. */
export const invalidPreferences = (preferences: string[]) =>
  new RestError({
    status: 400,
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${preferences.join(', ')}`,
  })

/** Reads the header `Prefer`. Throws `PGRST122` for what is not known, under `handling=strict`. */
export function readPreferences(header: string | string[] | undefined): Preferences {
  const given = [header ?? []]
    .flat()
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter(Boolean)
  const values = new Map<string, string>()
  const unknown: string[] = []
  for (const preference of given) {
    const [name = '', value = ''] = preference.split('=').map((part) => part.trim())
    const isKnown = name === 'max-affected' ? /^\d{1,6}$/.test(value) : known[name]?.includes(value)
    if (!isKnown) unknown.push(preference)
    else if (!values.has(name)) values.set(name, value)
  }
  if (unknown.some((preference) => /^tx\s*=/.test(preference)))
    throw unreadable('A request cannot be rolled back on purpose.')
  const isStrict = values.get('handling') === 'strict'
  if (isStrict && unknown.length > 0) throw invalidPreferences(unknown)
  const maxAffected = values.get('max-affected')
  return {
    returns: (values.get('return') ?? 'minimal') as Preferences['returns'],
    isCounted: values.has('count'),
    resolution: values.get('resolution') as Preferences['resolution'],
    maxAffected: isStrict && maxAffected !== undefined ? Number(maxAffected) : undefined,
    applied: [...values].map(([name, value]) => `${name}=${value}`),
  }
}
