import { isDeepStrictEqual } from 'node:util'

/** What one installation answered: a document as text, or JSON as it was parsed. */
export type Answer = { status: number; body: unknown }

const sinceStart = 3_600_000

/**
 * Takes out of an answer what differs between any two runs of one program: times of the last hour, ids and tokens that
 * were made by the request itself (`known` holds those that were there before), hashes of assets, and times in words.
 */
export function normalized(body: unknown, known: ReadonlySet<string>, now: number): unknown {
  if (typeof body === 'string') return normalizedText(body, known, now)
  if (Array.isArray(body)) return body.map((item) => normalized(item, known, now))
  if (body === null || typeof body !== 'object') return body
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, normalized(value, known, now)]))
}

function normalizedText(text: string, known: ReadonlySet<string>, now: number): string {
  return text
    .replace(/\/assets\/([\w.~-]+?)-[\w-]{8,}\.(\w+)/g, '/assets/$1.$2')
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g, (time) =>
      Math.abs(Date.parse(time) - now) < sinceStart ? '<now>' : time,
    )
    .replace(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, (id) => (known.has(id) ? id : '<id>'))
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replace(/'sha256-[^']+'/g, "'<hash>'")
    .replace(/^[\w-]{43}$/, '<challenge>')
}

/** Where two answers differ, a line each, by the path of keys that leads there; none where they are equal. */
export function differences(before: unknown, after: unknown, at = ''): string[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isObject(before) || !isObject(after)) return [`${at || '.'}: ${shown(before)} → ${shown(after)}`]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => differences(before[key], after[key], `${at}.${key}`))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** A value as a line says it; of two long texts only the beginning, since their difference is looked up. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** The lines that one of two documents has and the other has not, ten at most. */
export function differentLines(before: string, after: string): string[] {
  const lines = (text: string) => text.split(/(?=<)/)
  const [old, young] = [new Set(lines(before)), new Set(lines(after))]
  return [
    ...[...old].filter((line) => !young.has(line)).map((line) => `- ${shown(line)}`),
    ...[...young].filter((line) => !old.has(line)).map((line) => `+ ${shown(line)}`),
  ].slice(0, 10)
}
