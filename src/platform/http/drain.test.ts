import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { prepareDrain } from './readiness.ts'

it('draining answers what is under way, and waits for no connection that says nothing', async () => {
  const server = Fastify()
  const { drain } = prepareDrain(server)
  const arrived = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  server.get('/slow', async () => {
    arrived.resolve()
    await gate.promise
    return 'answered'
  })
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  const silent = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  await once(silent, 'connect')
  const cut = once(silent, 'close')

  const answer = fetch(`${origin}/slow`)
  await arrived.promise
  const drained = drain()
  gate.resolve()
  expect(await (await answer).text()).toBe('answered')
  await Promise.all([drained, cut])
})

it('draining does not wait for a caller who went away before the answer', async () => {
  const server = Fastify()
  const { drain } = prepareDrain(server)
  const left = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  server.get('/slow', async (request) => {
    request.raw.socket.once('close', left.resolve)
    gone.abort()
    await gate.promise
    return 'answered'
  })
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  const gone = new AbortController()
  await expect(fetch(`${origin}/slow`, { signal: gone.signal })).rejects.toThrow()
  await left.promise
  gate.resolve()
  const silent = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  await once(silent, 'connect')
  await drain()
  silent.destroy()
}, 3_000)
