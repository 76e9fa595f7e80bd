import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '../../../tests/harness/database.ts'
import { defineContract } from '../../shared/contract.ts'
import { systemClock } from '../clock.ts'
import { checkAnswer } from './answer-check.ts'
import { createLocalApi } from './local.ts'
import { registerRoutes, seeNobody } from './register.ts'
import { defineRoutes } from './route.ts'
import { createHttpServer } from './server.ts'

const call = 'GET /api/v1/things'
const contract = z.object({
  things: z.array(z.object({ name: z.string(), at: z.string().optional(), tags: z.array(z.unknown()) })),
  more: z.record(z.string(), z.unknown()).optional(),
})
const thing = { name: 'a', tags: [] }

describe('an answer', () => {
  it.each([
    { things: [] },
    { things: [thing, { ...thing, at: undefined }], more: undefined },
    { things: [{ ...thing, tags: ['x', null, { y: 1 }] }], more: { any: { thing: [1.5, -0, true] } } },
  ])('passes as its contract says it: %j', (answer) => {
    expect(() => checkAnswer(call, contract, answer)).not.toThrow()
  })

  it.each([
    ['an extra key', { things: [], secret: 1 }, 'secret is unknown to the contract'],
    ['one in an array', { things: [thing, { ...thing, id: 1 }] }, 'things.1.id is unknown to the contract'],
    ['an extra key of null', { things: [], secret: null }, 'secret is unknown to the contract'],
    ['a missing key', { things: [{ tags: [] }] }, 'things.0.name: Invalid input'],
    ['a missing answer', undefined, 'the answer: Invalid input'],
    ['a Date', { things: [{ ...thing, at: new Date(0) }] }, 'things.0.at: Invalid input'],
    [
      'a Date where anything may be',
      { things: [], more: { at: new Date(0) } },
      'more.at is sent as "1970-01-01T00:00:00.000Z", not as 1970-01-01T00:00:00.000Z',
    ],
    [
      'a Date in arrays in arrays',
      { things: [{ ...thing, tags: [[], [[1, new Date(0)]]] }] },
      'things.0.tags.1.0.1 is sent as "1970',
    ],
    ['a hole in an array', { things: [{ ...thing, tags: [undefined] }] }, 'things.0.tags.0 is sent as null'],
    [
      'no number',
      { things: [{ ...thing, tags: [Number.NaN] }] },
      'things.0.tags.0 is sent as null, not as NaN',
    ],
    ['a function', { things: [], more: { f: () => 1 } }, 'more.f is missing'],
    ['a map', { things: [], more: { m: new Map([[1, 2]]) } }, 'more.m is sent as {}, not as Map'],
  ])('fails with %s, by call and path', (_case, answer, problem) => {
    expect(() => checkAnswer(call, contract, answer)).toThrow(
      `${call} answers differently from its contract: `,
    )
    expect(() => checkAnswer(call, contract, answer)).toThrow(problem)
  })

  it('fails where a contract would send a value in another form than the service does', () => {
    const upper = z.codec(z.string(), z.string(), {
      decode: (text) => text,
      encode: (text) => text.toUpperCase(),
    })
    expect(() => checkAnswer(call, z.object({ name: upper }), { name: 'a' })).toThrow(
      'name is sent as "a", not as \'A\'',
    )
  })

  it('names every difference', () => {
    expect(() => checkAnswer(call, contract, { things: [], one: 1, two: 2 })).toThrow(/ one is .*; two is /)
  })
})

describe('where it is looked at', () => {
  let close: () => Promise<unknown>
  afterEach(() => close())

  async function leakingCall(checkResponses: boolean) {
    const leaking = defineContract({
      [call]: { summary: '', access: 'public', response: z.object({ name: z.string() }) },
    })
    const leaked: { name: string } = Object.assign({ name: 'a' }, { secret: 'b' })
    const routes = defineRoutes(leaking, { [call]: async () => leaked })
    const log = pino({ level: 'silent' })
    const database = await createTestDatabase()
    const environment = { ...database, clock: systemClock, authenticate: seeNobody }
    const server = await createHttpServer({
      appName: 'Folio',
      siteUrl: 'http://folio.test',
      trustProxy: false,
      log,
      checkResponses,
    })
    registerRoutes(server, routes, environment)
    close = () => Promise.all([server.close(), database.close()])
    return {
      byHttp: async () => (await server.inject({ url: '/api/v1/things' })).json(),
      inProcess: () => createLocalApi(routes, { ...environment, log, checkResponses })(call),
    }
  }

  it('is by HTTP and in this process alike', async () => {
    const { byHttp, inProcess } = await leakingCall(true)
    const message = `${call} answers differently from its contract: secret is unknown to the contract`
    expect(await byHttp()).toEqual({ code: 'internal_error', message })
    await expect(inProcess()).rejects.toThrow(message)
  })

  it('is in tests alone', async () => {
    const { byHttp, inProcess } = await leakingCall(false)
    expect(await byHttp()).toEqual({ name: 'a', secret: 'b' })
    expect(await inProcess()).toEqual({ name: 'a', secret: 'b' })
  })
})
