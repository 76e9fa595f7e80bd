import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signUp } from '../../tests/harness/people.ts'
import { avatarsOf, type PictureStage, startPictureStage } from './testing/storage.ts'

let stage: PictureStage
let png: Blob

beforeAll(async () => {
  stage = await startPictureStage()
  png = new Blob([new Uint8Array(stage.red)], { type: 'image/png' })
})
afterAll(() => stage.close())
afterEach(async () => {
  await stage.app.database.db.deleteFrom('rate_limits').execute()
  expect(stage.stored()).toEqual([])
})

const address = (name: string) => `/storage/v1/object/avatars/${name}`

describe('who may write where (docs/product/pictures.md#storage)', () => {
  const refusedAs = async (name: string, token = stage.maya.token) => {
    const body = new FormData()
    body.append('', png)
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(stage.app.url + address(name), { method: 'POST', headers, body })
    return [response.status, (await response.json()).statusCode]
  }
  it('nobody without a session, whatever they send', async () => {
    const session = await signUp(stage.app)
    await stage.app.request('POST', '/auth/v1/logout?scope=global', { token: session.token })
    const made = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'
    for (const token of [undefined, 'key', made, session.token]) {
      const { error } = await avatarsOf(stage.app, token).upload(`${session.id}-1.png`, png)
      expect(error).toMatchObject({ status: 400, statusCode: '401', message: 'Not authenticated' })
      const removal = await avatarsOf(stage.app, token).remove([`${session.id}-1.png`])
      expect(removal.error).toMatchObject({ status: 400, statusCode: '401' })
    }
    const large = new Blob([new Uint8Array(20_000_000)])
    const { error } = await avatarsOf(stage.app).upload(`${session.id}-1.png`, large)
    expect(error).toMatchObject({ statusCode: '401' })
  })

  it('nobody under another person’s name', async () => {
    expect(await refusedAs(`${stage.other.id}-1.png`)).toEqual([400, '403'])
    expect(await refusedAs(`products/product-${stage.other.id}-1.png`)).toEqual([400, '403'])
    expect(await refusedAs(`products%2Fproduct-${stage.other.id}-1.png`)).toEqual([400, '403'])
  })

  it.for([
    '..%2Fescape.png',
    'products%2F..%2F..%2Fescape.png',
    '%2e%2e%2fID-1.png',
    'ID-1.png%2F..',
    'ID-1.png%00.png',
    'ID-1.svg',
    'ID-1.PNG',
    'PRODUCTS/product-ID-1.png',
    `ID-${'1'.repeat(18)}.png`,
    `ID-1.png${'x'.repeat(3000)}`,
    'products/ID-1.png',
    'products%5Cproduct-ID-1.png',
    '',
  ])('nobody at a name that is none: %s', async (name) => {
    const [status, code] = await refusedAs(name.replace('ID', stage.maya.id))
    // The empty name is no call at all.
    expect([status, code]).toEqual([400, name ? '400' : '404'])
  })

  it('nobody with their own id in capitals', async () => {
    expect(await refusedAs(`${stage.maya.id.toUpperCase()}-1.png`)).toEqual([400, '400'])
  })
})

describe('refused uploads', () => {
  const send = (init: RequestInit, sender = stage.maya) =>
    fetch(stage.app.url + address(`${sender.id}-7.png`), {
      method: 'POST',
      ...init,
      headers: { authorization: `Bearer ${sender.token}`, ...init.headers },
    })
  const refusal = async (init: RequestInit) => {
    const response = await send(init)
    return [response.status, await response.json()]
  }
  it('take neither a body that is no image nor a form that cannot be read', async () => {
    const notAnImage = {
      statusCode: '415',
      error: 'unsupported_media_type',
      message: 'Please select an image file',
    }
    for (const type of ['text/plain', 'application/json', 'image/png'])
      expect(await refusal({ body: '{"not": "a picture"}', headers: { 'content-type': type } })).toEqual([
        400,
        notAnImage,
      ])
    const withoutFile = new FormData()
    withoutFile.append('cacheControl', '3600')
    const broken = { body: '--x\r\nnonsense', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
    const unbounded = { body: 'x', headers: { 'content-type': 'multipart/form-data' } }
    for (const init of [{ body: withoutFile }, broken, unbounded, {}])
      expect((await refusal(init))[1].statusCode).toMatch(/^(400|415)$/)
  })

  it('say how long to wait after 60 in ten minutes', async () => {
    const busy = await signUp(stage.app)
    const broken = { body: 'x', headers: { 'content-type': 'image/png' } }
    for (let sent = 0; sent < 60; sent += 1) expect((await send(broken, busy)).status).toBe(400)
    const response = await send(broken, busy)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ statusCode: '429', error: 'rate_limited' })
    expect((await send(broken)).status).toBe(400)
  })

  it('leave nothing of a picture whose sender disconnected', async () => {
    const { hostname, port } = new URL(stage.app.url)
    const types = ['image/png', 'multipart/form-data; boundary=x']
    for (const type of types) {
      const socket = connect(Number(port), hostname)
      const part = type.startsWith('multipart')
        ? '--x\r\ncontent-disposition: form-data; name=""; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
        : ''
      socket.write(
        `POST ${address(`${stage.maya.id}-8.png`)} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${stage.maya.token}\r\n` +
          `content-type: ${type}\r\ncontent-length: 100000\r\n\r\n${part}`,
      )
      const counted = () =>
        stage.app.database.db.selectFrom('rate_limits').select('points').executeTakeFirst()
      socket.write(stage.red)
      // Counted just before its body is read.
      await expect.poll(async () => (await counted())?.points).toBe(types.indexOf(type) + 1)
      socket.destroy()
    }
    // Nothing of them remains, and others are served as before.
    expect((await refusal({ body: 'x', headers: { 'content-type': 'image/png' } }))[0]).toBe(400)
  })

  it('come of those whose bodies are there once too many of an account wait to be worked on (decision 71)', async () => {
    const locked = await stage.app.database.pool.connect()
    await locked.query('begin; lock table pictures in access exclusive mode')
    const noImage = { body: 'x', headers: { 'content-type': 'image/png' } }
    const statuses: number[] = []
    const sending = Array.from({ length: 25 }, async () => {
      const { status } = await send(noImage)
      statuses.push(status)
    })
    // Five are worked on, ten wait; none of them holds a place of bodies that are still to come.
    const refused = Array.from({ length: 10 }, () => 503)
    await expect.poll(() => statuses).toEqual(refused)
    const ofAnother = send(noImage, stage.other)
    await locked.query('rollback')
    locked.release()
    await Promise.all(sending)
    expect(statuses).toEqual([...refused, ...Array.from({ length: 15 }, () => 400)])
    expect((await ofAnother).status).toBe(400)
  })

  it('are not delayed by another account’s at the same address, whose bodies do not arrive', async () => {
    const { hostname, port } = new URL(stage.app.url)
    const sockets = Array.from({ length: 25 }, (_, n) => {
      const socket = connect(Number(port), hostname)
      socket.write(
        `POST ${address(`${stage.maya.id}-${n}.png`)} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${stage.maya.token}\r\n` +
          'content-type: image/png\r\ncontent-length: 100000\r\n\r\n',
      )
      return socket
    })
    const counted = () => stage.app.database.db.selectFrom('rate_limits').select('points').executeTakeFirst()
    await expect.poll(async () => (await counted())?.points).toBe(4)
    const response = await send({ body: 'x', headers: { 'content-type': 'image/png' } }, stage.other)
    expect(response.status).toBe(400)
    for (const socket of sockets) socket.destroy()
  })
})
