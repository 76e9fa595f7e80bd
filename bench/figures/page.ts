import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import type { SameAnswer } from '../load/bare-server.ts'
import { agent } from '../load/click-load.ts'
import { loadRound } from '../load/load.ts'
import { compare, ratioFinding } from '../reference/compare.ts'
import type { Finding } from '../report.ts'
import { type Running, startProgram } from '../stage/programs.ts'
import type { Setting } from '../stage/setting.ts'

const amount = { connections: 32, seconds: 2 }
const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html', 'user-agent': agent }

/** The public page of a product out of the page cache, beside a bare node:http server that sends the same bytes. */
export async function pageFigure(setting: Setting): Promise<Finding[]> {
  const { url } = await setting.app()
  const path = `/l/${(await setting.product()).shortLink}`
  const bare = await startBareServer(await answerOf(new URL(path, url).href))
  const bareUrl = bare.line.split(' ').at(-1) ?? ''
  try {
    const result = await compare(
      loadRound(url, { path, headers }, amount),
      loadRound(bareUrl, { path, headers }, amount),
    )
    return [ratioFinding('cached product page / bare server', result, { least: 0.4, of: 'bare server' })]
  } finally {
    await bare.stop()
  }
}

async function answerOf(page: string): Promise<SameAnswer> {
  const answer = await request(page, { headers })
  const body = Buffer.from(await answer.body.arrayBuffer())
  if (answer.statusCode !== 200) throw new Error(`${page} answered ${answer.statusCode}.`)
  // Node's server makes these itself.
  const { date: _, connection: __, 'keep-alive': ___, ...same } = answer.headers
  return { headers: same as Record<string, string>, bodyBase64: body.toString('base64') }
}

async function startBareServer(answer: SameAnswer): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'folio-bare-'))
  const file = join(folder, 'answer.json')
  writeFileSync(file, JSON.stringify(answer))
  try {
    return await startProgram(['node', 'bench/load/bare-server.ts', file], { ready: /^listening at / })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
