import { isDeepStrictEqual } from 'node:util'

/** The answer of one installation: a document as text, or parsed JSON. */
export type Answer = { status: number; body: unknown }

const sinceStart = 3_600_000

/**
 * Removes from an answer what differs between any two runs of one program: times of the last hour, ids and tokens made
 * by the request itself (`known` has the earlier ones), hashes of assets, and times in words.
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

/** The differences of two answers, a line each, by the path of keys; none where they are equal. */
export function differences(before: unknown, after: unknown, at = ''): string[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isObject(before) || !isObject(after)) return [`${at || '.'}: ${shown(before)} → ${shown(after)}`]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => differences(before[key], after[key], `${at}.${key}`))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** A value as a line shows it; of two long texts only the beginning. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** The lines that only one of two documents has, ten at most. */
export function differentLines(before: string, after: string): string[] {
  const lines = (text: string) => text.split(/(?=<)/)
  const [old, young] = [new Set(lines(before)), new Set(lines(after))]
  return [
    ...[...old].filter((line) => !young.has(line)).map((line) => `- ${shown(line)}`),
    ...[...young].filter((line) => !old.has(line)).map((line) => `+ ${shown(line)}`),
  ].slice(0, 10)
}
