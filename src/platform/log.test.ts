import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

function written() {
  let text = ''
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += chunk
      done()
    },
  })
  return { log: createLog('info', stream), lines: () => text.trimEnd().split('\n') }
}

it('writes an event as one line of JSON with its instant, whatever was sent', () => {
  const { log, lines } = written()
  const before = Date.now()
  const sent = '%s %j %d a\r\n{"level":30,"time":0,"msg":"forged"}\u2028\u001b[31m'
  log.warn({ sent }, `said ${sent}`)
  expect(lines()).toHaveLength(1)
  const line = JSON.parse(lines()[0] ?? '')
  expect(line).toMatchObject({ level: 40, sent, msg: `said ${sent}` })
  expect(line.time).toBeGreaterThanOrEqual(before)
  expect(line.time).toBeLessThanOrEqual(Date.now())
  expect(lines()[0]).not.toContain('\u001b')
})

it('hides what could be a secret, wherever it turns up', () => {
  const { log, lines } = written()
  log.info({ password: 'horse', body: { refresh_token: 'horse', more: { secret: 'horse' } } }, 'asked')
  expect(lines().join()).not.toContain('horse')
})
