import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { prepareDrain } from './drain.ts'

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
