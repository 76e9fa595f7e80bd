import { describe, expect, it } from 'vitest'
import type { Server } from './server.ts'
import { supervise } from './supervise.ts'

/** A server that the test can let die. */
function mortal() {
  const death = Promise.withResolvers<string>()
  const server: Server = { exited: death.promise, stop: async () => death.resolve('stopped') }
  return { server, die: () => death.resolve('was killed by SIGKILL') }
}

const PAUSES_MS = [0, 1, 1]

describe('a server that keeps dying', () => {
  it('is given up after the last attempt, which the app can await', async () => {
    const first = mortal()
    const log: string[] = []
    let attempts = 0
    const restart = async () => {
      attempts++
      throw new Error('No space left on device')
    }
    const { exited } = supervise(first.server, restart, (line) => log.push(line), { pausesMs: PAUSES_MS })
    first.die()
    await exited
    expect(attempts).toBe(3)
    expect(log).toEqual([
      'PostgreSQL was killed by SIGKILL. Starting it again.',
      ...Array(3).fill('No space left on device'),
      'PostgreSQL does not stay up. Giving up.',
    ])
  })

  it('is not tried while the disk is full, and comes back once there is room', async () => {
    const [first, next] = [mortal(), mortal()]
    const log: string[] = []
    let [looks, room] = [0, false]
    const revived = Promise.withResolvers<void>()
    const restart = async () => {
      revived.resolve()
      if (!room) throw new Error('No space left on device')
      return next.server
    }
    const hasRoom = () => {
      looks += 1
      room = looks > 20
      return room
    }
    const { stop } = supervise(first.server, restart, (line) => log.push(line), {
      pausesMs: PAUSES_MS,
      hasRoom,
      lookMs: 1,
    })
    first.die()
    await revived.promise
    await stop()
    expect(log).toEqual([
      'PostgreSQL was killed by SIGKILL. Starting it again.',
      'The disk is full. PostgreSQL is started again as soon as there is room.',
    ])
  })

  it('counts deaths soon after a restart too', async () => {
    const first = mortal()
    const restart = async () => {
      const next = mortal()
      next.die()
      return next.server
    }
    const { exited } = supervise(first.server, restart, () => undefined, { pausesMs: PAUSES_MS })
    first.die()
    await exited
  })

  it('is left to the process that started another one meanwhile', async () => {
    const first = mortal()
    const asked = Promise.withResolvers<void>()
    const restart = async () => {
      asked.resolve()
      return undefined
    }
    const { stop } = supervise(first.server, restart, () => undefined, { pausesMs: PAUSES_MS })
    first.die()
    await asked.promise
    await stop()
  })

  it('does not outlive a stop that comes while it is starting', async () => {
    const first = mortal()
    const second = mortal()
    const starting = Promise.withResolvers<void>()
    const restart = (stopping: AbortSignal) =>
      new Promise<Server>((resolve) => {
        stopping.addEventListener('abort', () => resolve(second.server))
        starting.resolve()
      })
    const { stop } = supervise(first.server, restart, () => undefined, { pausesMs: PAUSES_MS })
    first.die()
    await starting.promise
    await stop()
    expect(await second.server.exited).toBe('stopped')
  })
})
