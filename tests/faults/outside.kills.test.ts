import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeCredentials, startFakeAmazon } from '../fakes/amazon.ts'
import { allElseIsWell, setMailScene, setPictureScene, tryAgainNow } from './outside.ts'
import { type Scene, setScene } from './scene.ts'

const askForMail = (scene: Scene) =>
  scene.app.request('POST', '/auth/v1/recover', { body: { email: scene.person.email } })

describe('the mail server (docs/operating.md#what-happens-when)', () => {
  it('refuses connections: who asks for a mail notices nothing, and it comes once the server is back', async () => {
    const { smtp, line, scene } = await setMailScene()
    line.state = 'cut'
    expect((await askForMail(scene)).status).toBe(200)
    await vi.waitUntil(() => scene.said('a job failed and is tried again') > 0, { timeout: 20_000 })
    await allElseIsWell(scene)
    expect((await scene.metrics())('folio_mails_total{outcome="deferred"}')).toBeGreaterThan(0)
    expect(await scene.doctor('mail')).toMatchObject({ state: 'fail' })
    line.state = 'open'
    await tryAgainNow(scene)
    await smtp.mailTo(scene.person.email)
    expect(smtp.mails).toHaveLength(1)
  })

  it('answers slowly: the mail comes, and nobody waits for it', async () => {
    const { smtp, line, scene } = await setMailScene()
    line.delayMs = 200
    expect((await askForMail(scene)).status).toBe(200)
    await allElseIsWell(scene)
    await smtp.mailTo(scene.person.email)
    expect(smtp.mails).toHaveLength(1)
  })
})

describe('the store of pictures (docs/operating.md#what-happens-when)', () => {
  it.each(['dropping', 'failing', 'busy'] as const)(
    '%s: pictures are refused, all else goes on, and it is well again by itself',
    async (trouble) => {
      const { s3, scene, upload, read } = await setPictureScene()
      expect((await upload(1)).status).toBe(200)
      s3.trouble = trouble
      for (const refused of [await upload(2), await read(1)])
        expect([refused.status, Number(refused.headers.get('retry-after')) >= 1]).toEqual([503, true])
      await allElseIsWell(scene)
      expect(scene.said('Requests are refused for now: the store of pictures cannot answer.')).toBe(1)
      const metric = await scene.metrics()
      expect(metric('folio_refused_total{reason="pictures"}')).toBeGreaterThanOrEqual(2)
      expect(metric('folio_s3_requests_total{outcome="failed"}')).toBeGreaterThanOrEqual(2)
      expect(await scene.doctor('pictures')).toMatchObject({ state: 'fail' })
      s3.trouble = 'none'
      expect((await read(1)).status).toBe(200)
      expect((await upload(3)).status).toBe(200)
    },
  )
})

describe('Amazon (docs/operating.md#what-happens-when)', () => {
  it.each([
    ['down', 'down'],
    ['slow', 'slow'],
    ['garbage', 'garbage'],
    ['throttled', 'robot'],
  ] as const)(
    '%s: an item can be added without its details, and they come by themselves afterwards',
    async (api, pages) => {
      const amazon = await startFakeAmazon()
      onTestFinished(() => amazon.close())
      const scene = await setScene({
        env: {
          AMAZON_TEST_ORIGIN: amazon.origin,
          AMAZON_CREATORS_ID: fakeCredentials.id,
          AMAZON_CREATORS_SECRET: fakeCredentials.secret,
          AMAZON_TAGS: 'us=folio-20',
        },
      })
      const amazonUrl = 'https://www.amazon.com/dp/B0KETTLE01'
      const lookUp = () =>
        scene.app.request('POST', '/functions/v1/amazon-paapi', {
          token: scene.person.token,
          body: { amazonUrl, asin: 'B0KETTLE01' },
        })
      Object.assign(amazon.behaviour, { api, pages })
      const [looked] = await Promise.all([lookUp(), allElseIsWell(scene)])
      expect(looked.status).toBeLessThan(500)
      expect((await scene.post({ amazon_url: amazonUrl })).status).toBe(201)
      const metric = await scene.metrics()
      expect(
        metric('folio_amazon_requests_total{kind="creators_api",outcome="failed"}') +
          metric('folio_amazon_requests_total{kind="creators_api",outcome="throttled"}'),
      ).toBeGreaterThan(0)
      amazon.reset()
      await vi.waitUntil(async () => JSON.stringify((await lookUp()).body).includes('Kettle'), {
        timeout: 20_000,
        interval: 200,
      })
    },
  )
})
