import type { AnswerOf, RequestOf } from '../api/client.ts'
import { requestLine } from '../api/client.ts'
import type { Read } from '../api/query.ts'
import { keptCache } from '../browser/kept-cache.ts'
import { readStoredSession } from '../session/session.ts'
import { keptCalls, withoutAmazons } from './kept-calls.ts'
import { opensOnlyOnline, shownFrom } from './shown.ts'

/** How many answers and pictures are kept; the oldest go first. */
const maxAnswers = 150
const maxPictures = 150

/** What was kept last is at most this old when it is shown: half a year-old feed helps nobody. */
const lifetimeMs = 30 * 24 * 3_600_000

type KeptAnswer = { at: number; answer: unknown }

/** Only where the service worker would open the app without a network: it says so by answering for the page. */
const isPossible = () => Boolean(navigator.serviceWorker?.controller)

const personHere = () => readStoredSession()?.user?.id

/** Where an answer is kept: under the person's own id, so that even what was left behind is nobody else's. */
const placeOf = (person: string, name: string, input: RequestOf['input'] = {}) =>
  `/kept/${person}${requestLine(name, input).url}`

/** Keeps an answer to the signed-in person. Rejects where storage is full or refused; the caller ignores that. */
export async function keep(
  name: string,
  input: RequestOf['input'] | undefined,
  answer: unknown,
): Promise<void> {
  const shorten = keptCalls[name as Read] as ((answer: unknown) => unknown) | undefined
  const person = personHere()
  if (!shorten || !person || !isPossible()) return
  const kept: KeptAnswer = { at: Date.now(), answer: withoutAmazons(shorten(answer)) }
  await put(person, placeOf(person, name, input), Response.json(kept))
}

/** Keeps a picture that the browser has shown already, without asking for it again. */
export async function keepPicture(address: string): Promise<void> {
  const person = personHere()
  if (!person || !isPossible()) return
  const picture = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' })
  if (picture.ok) await put(person, address, picture)
}

/**
 * The session's end removes the session from storage first, and this cache then: so whoever opens the cache before
 * looking for the session puts nothing into it afterwards (decision 136).
 */
async function put(person: string, place: string, kept: Response): Promise<void> {
  const cache = await openFor(person)
  if (personHere() !== person) return
  try {
    await cache.put(place, kept)
  } catch (error) {
    // Full: half of what is kept makes room for what comes next.
    await forgetOldest(cache, 0.5)
    throw error
  }
  await forgetOldest(cache)
}

/** The cache, emptied first if it is another person's, whose session went without a page to notice. */
async function openFor(person: string): Promise<Cache> {
  const cache = await caches.open(keptCache)
  const first = (await cache.keys()).find(({ url }) => isAnswer(url))
  if (!first || new URL(first.url).pathname.startsWith(`/kept/${person}/`)) return cache
  await caches.delete(keptCache)
  return caches.open(keptCache)
}

const isAnswer = (url: string) => new URL(url).pathname.startsWith('/kept/')

/** A cache lists what it has by when it was put there. */
async function forgetOldest(cache: Cache, share = 1): Promise<void> {
  const all = await cache.keys()
  const answers = all.filter(({ url }) => isAnswer(url))
  const pictures = all.filter(({ url }) => !isAnswer(url))
  const tooMany = (of: readonly Request[], most: number) =>
    of.slice(0, Math.max(0, of.length - Math.floor(Math.min(of.length, most) * share)))
  for (const old of [...tooMany(answers, maxAnswers), ...tooMany(pictures, maxPictures)])
    await cache.delete(old)
}

/** What the server answered to this person before. Throws `failure` where nothing is kept. */
export async function recall<K extends Read>(
  name: string,
  input: RequestOf['input'] | undefined,
  failure: unknown,
): Promise<AnswerOf<K>> {
  const found = opensOnlyOnline(window.location.pathname) ? null : await find(name, input).catch(() => null)
  if (!found) throw failure
  shownFrom.set(Math.min(found.at, shownFrom.get() ?? found.at))
  return found.answer as AnswerOf<K>
}

/** When an answer was kept; null where none is, or one of long ago. */
export const keptAt = async (name: Read): Promise<number | null> => (await find(name, {}))?.at ?? null

async function find(name: string, input: RequestOf['input'] = {}): Promise<KeptAnswer | null> {
  const person = personHere()
  if (!person || !isPossible()) return null
  const response = await caches.match(placeOf(person, name, input), { cacheName: keptCache })
  const kept: KeptAnswer | undefined = await response?.json()
  return kept && Date.now() - kept.at < lifetimeMs ? kept : null
}
