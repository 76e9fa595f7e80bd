import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog, type LogFormat } from './log.ts'

function written(format: LogFormat = 'json', isTTY = false) {
  let text = ''
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += chunk
      done()
    },
  })
  return {
    log: createLog('info', Object.assign(stream, { isTTY }), format),
    lines: () => text.trimEnd().split('\n'),
  }
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

it('writes lines for people on a terminal, and JSON elsewhere, unless a setting says otherwise', () => {
  const begins = (format: LogFormat, isTTY: boolean) => {
    const { log, lines } = written(format, isTTY)
    log.info({ file: 'a.tar' }, 'backup made')
    return lines()[0]?.replaceAll(/\p{Cc}\[\d+m/gu, '')
  }
  const line = /^\[\d\d:\d\d:\d\d\] INFO: backup made \{"file":"a.tar"\}$/
  expect(begins('auto', true)).toMatch(line)
  expect(begins('lines', false)).toMatch(line)
  for (const json of [begins('auto', false), begins('json', true)])
    expect(JSON.parse(json ?? '')).toMatchObject({ msg: 'backup made', file: 'a.tar' })
})

it('writes lines that nothing which was sent can break, hide or colour, and no secret', () => {
  const { log, lines } = written('lines')
  const sent = 'a\r\n[10:00:00] INFO: forged\u001b[2K\b\u009b31m\u2028b \\u001b C:\\new'
  log.warn({ sent, password: 'horse' }, `said ${sent}`)
  expect(lines()).toHaveLength(1)
  expect(lines()[0]).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]|horse/u)
  expect(lines()[0]).toContain('C:\\new')
  log.error({ err: new Error('first\n[10:00:00] INFO: forged') }, 'failed')
  expect(
    lines()
      .slice(1)
      .filter((line) => line.startsWith('[')),
  ).toHaveLength(1)
})
