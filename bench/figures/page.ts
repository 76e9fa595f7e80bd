import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import type { SameAnswer } from '../load/bare-server.ts'
import { agent } from '../load/click-load.ts'
import { load } from '../load/load.ts'
import { compare, costRound, timesFinding } from '../reference/compare.ts'
import type { Finding } from '../report.ts'
import { processorSeconds } from '../stage/processor.ts'
import { type Running, startProgram } from '../stage/programs.ts'
import { findStorefront, type Setting } from '../stage/setting.ts'

const amount = { connections: 32, seconds: 2 }
const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html', 'user-agent': agent }

/**
 * What public pages out of the page cache cost Folio's process, beside a bare node:http server that sends the same
 * bytes. Processor time, since the load takes more of the processors than either server.
 */
export async function pageFigure(setting: Setting): Promise<Finding[]> {
  const { username } = await findStorefront(setting)
  const pages = {
    'cached product page': `/l/${(await setting.product()).shortLink}`,
    'cached list page': `/${username}/things-1`,
    'cached storefront': `/${username}`,
  }
  const findings: Finding[] = []
  for (const [what, path] of Object.entries(pages)) findings.push(await besideBareServer(setting, what, path))
  return findings
}

async function besideBareServer(setting: Setting, what: string, path: string): Promise<Finding> {
  const app = await setting.app()
  const bare = await startBareServer(await answerOf(new URL(path, app.url).href))
  const costOf = (url: string, pid: number) =>
    costRound(
      () => processorSeconds(pid),
      async () => (await load(url, { path, headers }, amount)).requests,
    )
  try {
    const result = await compare(
      costOf(app.url, app.pid),
      costOf(bare.line.split(' ').at(-1) ?? '', bare.pid),
    )
    return timesFinding(`${what} / bare server`, result, { most: 2.5, of: 'bare server' })
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
