import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fragmentOf, type Stage, startStage, userAt } from './testing/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage({ providerSeconds: 1 })
})
afterAll(() => stage.close())
beforeEach(() => {
  stage.providers.reset()
  // The provider's addresses are asked for again.
  stage.app.clock.advance(61 * 60_000)
})

const isCallback = ({ url }: { url: URL }) => url.pathname === '/auth/v1/callback'

const outage = {
  error: 'temporarily_unavailable',
  error_code: 'request_timeout',
  error_description: 'Google does not answer at the moment. Please try again in a few minutes.',
}

describe('a provider that does not answer', () => {
  it('sends the person back, and is asked again the next time', async () => {
    stage.providers.behaviour.server = 'down'
    const { landing } = await stage.signIn('google')
    expect(landing.pathname).toBe('/feed')
    expect(fragmentOf(landing)).toEqual(outage)
    stage.providers.reset()
    await userAt(stage, await stage.signIn('google'))
  })

  it.each(['down', 'slow'] as const)('sends the person back before the exchange too (%s)', async (how) => {
    const browser = stage.browser()
    const { next } = await browser.visit(await stage.signInAddress('google'), isCallback)
    stage.providers.behaviour.server = how
    const { landing } = await browser.visit(next.url.href)
    expect(fragmentOf(landing)).toEqual(outage)
    const { db } = stage.app.database
    const made = db.selectFrom('users').where('email', '=', stage.providers.claims.email as string)
    expect(await made.select('id').execute()).toEqual([])
  })

  it('sends the person back when it is slow to begin with', async () => {
    stage.providers.behaviour.server = 'slow'
    expect(fragmentOf((await stage.signIn('google')).landing)).toEqual(outage)
  })

  it('sends the person back when it fails without words', async () => {
    stage.providers.behaviour.tokens = 'failing'
    expect(fragmentOf((await stage.signIn('google')).landing)).toEqual(outage)
  })
})
