import fc from 'fast-check'
import type { ApiCall } from '../calls/api-calls.ts'
import { hostileBody, hostileHeaders, hostilePiece, hostileText } from './hostile.ts'
import { type Known, mangled, valueFor } from './inputs.ts'

/** The sender of a request; each but the first has a token. */
export const roles = ['anonymous', 'owner', 'other', 'admin', 'suspended', 'ended', 'forged'] as const
export type Role = (typeof roles)[number]

export type FuzzedRequest = {
  call: ApiCall
  role: Role
  method: string
  /** The body or target as it is sent. */
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** How much of a request is valid. */
type Mood = 'valid' | 'mangled' | 'wild'

const role: fc.Arbitrary<Role> = fc.oneof(
  { arbitrary: fc.constantFrom<Role>('owner', 'admin', 'other'), weight: 4 },
  { arbitrary: fc.constantFrom(...roles), weight: 1 },
)
const mood: fc.Arbitrary<Mood> = fc.oneof(
  { arbitrary: fc.constant<Mood>('valid'), weight: 3 },
  { arbitrary: fc.constant<Mood>('mangled'), weight: 4 },
  { arbitrary: fc.constant<Mood>('wild'), weight: 2 },
)
const otherMethod = fc.constantFrom(
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'PROPFIND',
)

/** Random requests of a call, valid and not. */
export const requestsOf = (call: ApiCall, known: Known): fc.Arbitrary<FuzzedRequest> =>
  mood.chain((how) =>
    fc
      .record({
        role,
        method: how === 'wild' ? fc.oneof(otherMethod, fc.constant(call.method)) : fc.constant(call.method),
        target: targetOf(call, known, how),
        sent: bodyOf(call, known, how),
        headers: how === 'valid' ? fc.constant({}) : hostileHeaders,
        address: fc.ipV4(),
      })
      .map(({ sent, headers, address, ...rest }) => ({
        call,
        ...rest,
        body: sent?.body,
        // Each from another address, since limits of an address are not tested here.
        headers: { 'x-forwarded-for': address, ...(sent && { 'content-type': sent.type }), ...headers },
      })),
  )

/** Parts of path and query, each valid, mutated, or as no client would write it. */
function targetOf(call: ApiCall, known: Known, how: Mood): fc.Arbitrary<string> {
  const parameters = call.operation.parameters ?? []
  const part = (schema: ApiCall['operation'], name: string) => {
    const valid = valueFor(schema as never, known, name).map((value) => encodeURIComponent(wellFormed(value)))
    if (how === 'valid') return valid
    const hostile =
      how === 'wild' ? hostilePiece : hostileText.map((text) => encodeURIComponent(wellFormed(text)))
    return fc.oneof(valid, hostile)
  }
  const inPath = parameters.filter((one) => one.in === 'path')
  const inQuery = parameters.filter((one) => one.in === 'query')
  const path = fc
    .tuple(...inPath.map(({ schema, name }) => part(schema as never, knownName(call.path, name, known))))
    .map((values) => {
      let at = 0
      return call.path.replace(/\{\w+\}/g, () => values[at++] ?? '')
    })
  const pairs = inQuery.map(({ schema, name }) =>
    part(schema as never, name).map((value) => `${name}=${value}`),
  )
  const query =
    pairs.length === 0 ? fc.constant<string[]>([]) : fc.tuple(...pairs).chain((all) => fc.subarray(all))
  const more =
    how === 'valid'
      ? fc.constant<string[]>([])
      : fc.array(oddPair(inQuery.map(({ name }) => name)), { maxLength: 3 })
  return fc.tuple(path, query, more).map(([path, own, odd]) => {
    const all = [...own, ...odd].join('&')
    return sendable(all ? `${path}?${all}` : path)
  })
}

/** The part of the path before an id says what it names. */
function knownName(path: string, name: string, known: Known): string {
  const [, of] = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path) ?? []
  return `${of}/${name}` in known ? `${of}/${name}` : name
}

const wellFormed = (value: unknown) => String(value).toWellFormed()

/** Odd queries: a name twice, as a list or an object, without a value, or an unknown one. */
const oddPair = (names: string[]) =>
  fc
    .tuple(
      fc.constantFrom('x', '__proto__', 'constructor', ...names),
      fc.constantFrom('', '[]', '[a]', '[__proto__]', '%00', '.a'),
      fc.constantFrom('=', '', '=='),
      hostilePiece,
    )
    .map(([name, suffix, equals, value]) => name + suffix + equals + value)

/** Node sends no blanks and no letters beyond Latin-1 in a target; a fragment never leaves a client. */
const sendable = (target: string) => target.replace(/[^!"$-\u00ff]/g, '%20').slice(0, 12_000)

type SentBody = { type: string; body: Buffer } | undefined

function bodyOf(call: ApiCall, known: Known, how: Mood): fc.Arbitrary<SentBody> {
  if (how === 'wild') return fc.option(hostileBody.map(ofJson), { nil: undefined })
  const [type, content] = Object.entries(call.operation.requestBody?.content ?? {})[0] ?? []
  if (!type || !content) return fc.constant(undefined)
  const valid = valueFor(content.schema ?? {}, known)
  if (type !== 'application/json')
    return valid.map((text) => ({
      type,
      body: Buffer.from(String(text), type.startsWith('image/') ? 'latin1' : 'utf8'),
    }))
  return (how === 'valid' ? valid : mangled(valid)).map((value) =>
    ofJson(Buffer.from(JSON.stringify(value) ?? '')),
  )
}

const ofJson = (body: Buffer) => ({ type: 'application/json', body })
