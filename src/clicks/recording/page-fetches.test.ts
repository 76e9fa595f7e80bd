import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../tests/harness/app.ts'
import { peoplesAgents, programsAgents } from '../testing/agents.ts'
import { storedClicks } from '../testing/clicks.ts'
import { send } from '../testing/send.ts'
import { setPages } from '../testing/stage.ts'

const stage = setPages()

const preview = { 'user-agent': programsAgents.preview['iMessage’s'] }
const person = { 'user-agent': peoplesAgents['Safari on an iPhone'] }
const stored = () => storedClicks(stage.app.database.db, stage.product.id)
const fetchPage = (
  headers = preview as Record<string, string>,
  address = '81.2.69.1',
  ref = stage.product.shortLinkId,
) => send(`${stage.app.url}/l/${ref}`, { method: 'GET', headers, address })

describe('Fetches of a product’s page by programs', () => {
  it('are recorded each time, also when the page is cached, and under each of its addresses', async () => {
    const first = await fetchPage()
    await fetchPage({ ...preview, 'if-none-match': String(first.headers.etag) })
    await send(`${stage.app.url}/product/${stage.product.id}`, { method: 'GET', headers: preview })
    await expect.poll(stored).toEqual(['view bot', 'view bot', 'view bot'])
  })

  it('are not recorded for a missing page', async () => {
    expect((await fetchPage(preview, '81.2.69.1', 'nothing-1a2b')).status).toBe(404)
    await fetchPage()
    await expect.poll(stored).toHaveLength(1)
  })

  it('are recorded up to the limit of an address, and use up nothing of the people’s limit', async () => {
    const address = '81.2.69.7'
    await Promise.all(Array.from({ length: 200 }, () => fetchPage(preview, address)))
    await expect.poll(stored).toHaveLength(30)
    const view = await send(`${stage.app.url}/api/v1/products/${stage.product.id}/clicks`, {
      method: 'POST',
      headers: person,
      address,
      body: { kind: 'view' },
    })
    expect(view.text).toBe('{"outcome":"counted"}')
    expect(await stored()).toHaveLength(31)
    stage.app.clock.advance(60_000)
    await fetchPage(preview, address)
    await expect.poll(stored).toHaveLength(32)
  })

  it('never delay the page: it is answered when nothing can be recorded', async () => {
    const closing = await startTestApp({ pages: true, database: stage.app.database })
    try {
      await closing.app.services.clicks.close()
      const answer = await send(`${closing.url}/l/${stage.product.shortLinkId}`, {
        method: 'GET',
        headers: preview,
      })
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('A mug')])
    } finally {
      await closing.close()
    }
  })

  it('get the same page as everyone', async () => {
    const [forProgram, forPerson] = [await fetchPage(), await fetchPage(person)]
    expect(forProgram.text).toBe(forPerson.text)
    expect(forProgram.headers['set-cookie']).toBeUndefined()
  })
})
