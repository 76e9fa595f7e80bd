import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

const program = new URL('./termination.ts', import.meta.url).href

/**
 * A program with one step at its end: it prints 'draining', and is done once its standard input ends. It tells each
 * signal.
 */
function startProgram() {
  const source = `
    import { onTermination } from ${JSON.stringify(program)}
    const log = { info: console.log, error: console.error }
    onTermination(log, [() => {
      console.log('draining')
      return new Promise((resolve) => process.stdin.resume().once('end', resolve))
    }])
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log('heard'))
    setInterval(() => {}, 60_000)
    console.log('runs')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source])
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    line: async () => (await lines.next()).value as string | undefined,
    exited: once(child, 'exit') as Promise<[number | null, string | null]>,
  }
}

it.each([
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGTERM'],
] as const)('%s and %s at once are one wish: the program ends in order', async (first, second) => {
  const { child, line, exited } = startProgram()
  expect(await line()).toBe('runs')
  child.kill(first)
  expect(await line()).toBe('draining')
  expect(await line()).toBe('heard')
  child.kill(second)
  expect(await line()).toBe('heard')
  child.stdin.end()
  expect(await line()).toBe('ended')
  expect(await exited).toEqual([0, null])
})

it('a signal that comes again later ends the program at once', async () => {
  const { child, line, exited } = startProgram()
  expect(await line()).toBe('runs')
  child.kill('SIGINT')
  expect(await line()).toBe('draining')
  let sent = 1
  const impatient = new AbortController()
  const over = exited.finally(() => impatient.abort())
  while (!impatient.signal.aborted) {
    child.kill('SIGINT')
    sent += 1
    await delay(300, undefined, { signal: impatient.signal }).catch(() => {})
  }
  expect(await over).toEqual([1, null])
  expect(sent).toBeGreaterThan(3)
  for (let said = await line(); said !== undefined; said = await line()) expect(said).toBe('heard')
})
