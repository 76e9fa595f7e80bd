// `npm run compare -- REVISION` starts that version and this tree on two copies of the same data, sends both the same
// requests, and prints where the answers differ: every call as a visitor, a creator and an admin, the public pages, and
// the scripts of a first visit. For changes that must not change behaviour.
import { signInAt } from '../harness/people.ts'
import { type Answer, differences, differentLines, normalized } from './differences.ts'
import { type Pair, startPair } from './installations.ts'
import { type Call, callsOf, knownTexts, learn, targetsOf } from './questions.ts'

const [revision] = process.argv.slice(2)
if (!revision) {
  console.error('Usage: npm run compare -- REVISION')
  process.exit(2)
}
const say = (line: string) => console.log(line)

/** How much the scripts of a first visit may differ, in bytes. */
const loadTolerance = 500

type Side = 'before' | 'after'
type Tokens = Record<Side, string | undefined>
const nobody: Tokens = { before: undefined, after: undefined }

let asked = 0
let different = 0
const printDifference = (what: string, lines: string[]) => {
  different += 1
  say(`≠ ${what}`)
  for (const line of lines.slice(0, 10)) say(`    ${line}`)
}

/** Each request has an address of its own, since limits are not compared. */
async function send(url: string, init: RequestInit = {}, token?: string): Promise<Answer> {
  asked += 1
  const response = await fetch(url, {
    redirect: 'manual',
    ...init,
    headers: {
      ...init.headers,
      'x-forwarded-for': `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: isJson && text ? JSON.parse(text) : text }
}

async function signIn(pair: Pair, email: string): Promise<Tokens> {
  const token = async (side: Side) => (await signInAt(pair[side], email, pair.accounts.password)).access_token
  return { before: await token('before'), after: await token('after') }
}

/** Sends both the same request and prints differences; returns the earlier version's answer. */
async function ask(
  pair: Pair,
  who: string,
  target: string,
  init: RequestInit,
  tokens: Tokens,
): Promise<Answer> {
  const before = await send(pair.before + target, init, tokens.before)
  const after = await send(pair.after + target, init, tokens.after)
  const now = Date.now()
  const plain = ({ status, body }: Answer) => ({ status, body: normalized(body, idsThere, now) })
  const [old, young] = [plain(before), plain(after)]
  const isText = typeof old.body === 'string' && typeof young.body === 'string' && old.status === young.status
  const lines = isText ? differentLines(old.body as string, young.body as string) : differences(old, young)
  if (lines.length > 0) printDifference(`${init.method ?? 'GET'} ${target} (${who})`, lines)
  return before
}

/** Ids that both have: those of the data, and none made since. */
const idsThere = new Set<string>()
const idsIn = (body: unknown) =>
  new Set(JSON.stringify(body ?? '').match(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g))

async function compareCalls(pair: Pair): Promise<void> {
  const people: [string, Tokens][] = [
    ['an admin', await signIn(pair, pair.accounts.admin)],
    ['a creator', await signIn(pair, pair.accounts.creator)],
    ['a visitor', nobody],
  ]
  const description = await ask(pair, 'a visitor', '/api/openapi.json', {}, nobody)
  const calls = callsOf(description.body as Parameters<typeof callsOf>[0])
  const reading = calls.filter(({ method }) => method === 'GET')
  const known = knownTexts()
  // Lists first: their items are requested afterwards.
  const inOrder = reading.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
  for (const call of inOrder)
    for (const [, tokens] of people.slice(0, 2))
      for (const target of targetsOf(call, known)) {
        const { status, body } = await send(pair.before + target, {}, tokens.before)
        const after = await send(pair.after + target, {}, tokens.after)
        if (status !== 200) continue
        learn(known, call.path, body)
        const alsoThere = idsIn(after.body)
        for (const id of idsIn(body)) if (alsoThere.has(id)) idsThere.add(id)
      }
  for (const call of inOrder)
    for (const [who, tokens] of people)
      for (const target of targetsOf(call, known)) await ask(pair, who, target, {}, tokens)
  await compareRefusals(pair, calls, people)
}

/** Writes are sent with an empty body, by those with the fewest rights first: most are refused. */
async function compareRefusals(pair: Pair, calls: Call[], people: [string, Tokens][]): Promise<void> {
  const init = { headers: { 'content-type': 'application/json' }, body: '{}' }
  const nothing = knownTexts()
  const changing = calls.filter(({ method, path }) => method !== 'GET' && !endsSession(path))
  for (const [who, tokens] of people.toReversed())
    for (const call of changing)
      for (const target of targetsOf(call, nothing))
        await ask(pair, who, target, { ...init, method: call.method }, tokens)
}

/** Calls that would end the session or account that sends them. */
const endsSession = (path: string) => /\/logout$|\/api\/v1\/me(\/sessions)?$/.test(path)

async function comparePages(pair: Pair): Promise<void> {
  const paths = [
    '/feed',
    '/login',
    '/signup',
    '/forgot',
    '/terms',
    '/privacy',
    '/nothing/here',
    '/robots.txt',
  ]
  const { body: index } = await send(`${pair.before}/sitemap.xml`)
  const addresses = async (text: unknown) =>
    [...String(text).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  for (const map of await addresses(index)) {
    const { body } = await send(pair.before + map)
    paths.push(...(await addresses(body)).slice(0, 40))
  }
  for (const path of new Set(paths)) await ask(pair, 'a page', path, {}, nobody)
  for (const path of ['/feed', paths.find((one) => one.startsWith('/l/')) ?? '/feed']) {
    const [before, after] = [await firstLoad(pair.before, path), await firstLoad(pair.after, path)]
    say(`Scripts of a first visit to ${path}: ${before} bytes before, ${after} now.`)
    if (Math.abs(after - before) > loadTolerance)
      printDifference(`first load of ${path}`, [`${before} → ${after} bytes`])
  }
}

/** Bytes of the scripts that a page names, compressed. */
async function firstLoad(origin: string, path: string): Promise<number> {
  const { body } = await send(origin + path)
  const scripts = new Set(
    [...String(body).matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, url]) => url),
  )
  let bytes = 0
  for (const script of scripts) {
    const response = await fetch(`${origin}${script}`, { headers: { 'accept-encoding': 'br' } })
    bytes += Number(response.headers.get('content-length') ?? (await response.arrayBuffer()).byteLength)
  }
  return bytes
}

try {
  const pair = await startPair(revision, say)
  try {
    await compareCalls(pair)
    await comparePages(pair)
    say(`${asked} requests; ${different} of what was asked differs.`)
    if (different > 0) process.exitCode = 1
  } finally {
    await pair.close()
  }
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
