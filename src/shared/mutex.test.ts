import { expect, it } from 'vitest'
import { createMutex } from './mutex.ts'

it('work on a key comes after earlier work on the same, also where that failed, and beside work on another', async () => {
  const oneAtATime = createMutex()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const work = (name: string, wait?: Promise<void>) => async () => {
    await wait
    done.push(name)
  }
  const all = [
    oneAtATime('a', async () => {
      await gate.promise
      throw new Error('no')
    }).catch(() => done.push('a1 failed')),
    oneAtATime('a', work('a2')),
    oneAtATime('b', work('b1')),
  ]
  await all[2]
  expect(done).toEqual(['b1'])
  gate.resolve()
  await Promise.all(all)
  expect(done.sort()).toEqual(['a1 failed', 'a2', 'b1'])
})
