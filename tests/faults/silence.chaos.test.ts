import { describe, expect, it, vi } from 'vitest'
import { allElseIsWell, setMailScene, setPictureScene, tryAgainNow } from './outside.ts'

describe('what accepts a connection and never answers (docs/operating.md#what-happens-when)', {
  timeout: 240_000,
}, () => {
  it('a mail server: forty mails that wait for it do not hold up other jobs, and all come once', async () => {
    const { smtp, line, scene } = await setMailScene()
    line.state = 'silent'
    const mails = `select graphile_worker.add_job('send_account_notice',
      json_build_object('id', gen_random_uuid(), 'user_id', $1::text, 'at', '2026-11-01T00:00:00Z',
        'notice', json_build_object('change', 'app_added'))) from generate_series(1, 40)`
    await scene.direct.query(mails, [scene.person.id])
    await vi.waitUntil(() => scene.said('a job failed and is tried again') >= 40, { timeout: 30_000 })
    await scene.click()
    await scene.direct.query(`select graphile_worker.add_job('fold_clicks')`)
    const isFolded = async () => (await scene.direct.query('select from click_days')).rowCount === 1
    await vi.waitUntil(isFolded, { timeout: 20_000 })
    await allElseIsWell(scene)
    line.state = 'open'
    const isDone = async () => {
      await tryAgainNow(scene)
      return new Set(smtp.mails.map(({ messageId }) => messageId)).size === 40
    }
    await vi.waitUntil(isDone, { timeout: 120_000, interval: 5_000 })
    expect(smtp.mails).toHaveLength(40)
  })

  it('a store of pictures: whoever wants one is refused within a minute, all else goes on, and it is well again by itself', async () => {
    const { line, scene, upload, read } = await setPictureScene()
    expect((await upload(1)).status).toBe(200)
    line.state = 'silent'
    const asked = Promise.all([upload(2), read(1), read(1)])
    await allElseIsWell(scene)
    for (const { status, headers } of await asked)
      expect([status, Number(headers.get('retry-after')) >= 1]).toEqual([503, true])
    expect(await scene.doctor('pictures')).toMatchObject({ state: 'fail' })
    line.state = 'open'
    expect((await read(1)).status).toBe(200)
    expect((await upload(3)).status).toBe(200)
  })
})
