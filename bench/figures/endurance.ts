import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { liveLives } from '../load/lives.ts'
import { send } from '../load/load.ts'
import { type Part, partsOf } from '../load/mix.ts'
import {
  atMost,
  type Finding,
  fixed,
  growthOf,
  megabytes,
  range,
  seconds,
  slopeOf,
  whole,
} from '../report.ts'
import { createMemoryWatch, type RunningApp, startApp } from '../stage/app.ts'
import { runCommand } from '../stage/commands.ts'
import type { Setting } from '../stage/setting.ts'

const mostGrowth = 1.1

/**
 * The memory of Folio's own process while everything is asked of it at once, for as long as the run says: visits, whole
 * lives of people, reports, and a backup beside it in the middle.
 */
export async function enduranceFigure({ database, minutes }: Setting): Promise<Finding[]> {
  const { url, pool } = await database()
  const watch = createMemoryWatch()
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-bench-endurance-'))
  const env = { DATABASE_URL: url, DATA_DIR: folder }
  let app: RunningApp | undefined
  try {
    app = await startApp({ ...env, TRUST_PROXY: 'on', BENCH_COLLECT: 'on', ...watch.env })
    const parts = await partsOf(app.url, pool)
    const before = watch.samplesOf(app.pid).length
    const ending = AbortSignal.timeout(minutes * 60_000)
    const [answers, lives, backup] = await Promise.all([
      burden(app.url, parts, minutes),
      liveLives(app.url, pool, ending),
      delay(minutes * 30_000).then(() => backUp(path.join(folder, 'folio.tar'), env)),
    ])
    const samples = watch.samplesOf(app.pid).slice(before)
    const kept = samples.filter(({ isCollected }) => isCollected).map(({ heapUsed }) => heapUsed)
    return [
      flatness(
        `resident memory in ${minutes} minutes, last third / second`,
        samples.map(({ rss }) => rss),
        minutes,
      ),
      flatness('heap after collecting garbage, likewise', kept, minutes),
      answers,
      livesFinding(lives),
      backup,
    ]
  } finally {
    await app?.stop()
    watch.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs all parts of the load at once, and returns how many answers had a wrong status. */
async function burden(url: string, parts: Part[], minutes: number): Promise<Finding> {
  const outcomes = await Promise.all(
    parts.map(async ({ what, request, amount }) => ({
      what,
      ...(await send(url, request, { ...amount, seconds: minutes * 60 })),
    })),
  )
  const failures = outcomes.reduce((sum, outcome) => sum + outcome.failures, 0)
  const counts = outcomes.map(({ what, requests, failures }) =>
    failures === 0 ? `${whole(requests)} ${what}` : `${whole(requests)} ${what} (${failures} wrong)`,
  )
  return {
    what: 'wrong answers meanwhile',
    measured: whole(failures),
    ...atMost(0, failures, whole),
    detail: counts.join(', '),
  }
}

function livesFinding({ counts, wrong }: Awaited<ReturnType<typeof liveLives>>): Finding {
  const done = [...counts].map(([what, count]) => `${whole(count)} ${what}`)
  return {
    what: 'lives and reports that went wrong',
    measured: whole(wrong.length),
    ...atMost(0, wrong.length, whole),
    detail: [...done, ...new Set(wrong)].join(', '),
  }
}

async function backUp(file: string, env: Record<string, string>): Promise<Finding> {
  const { ms, peak } = await runCommand('backup', [file], env)
  const detail = `${megabytes(statSync(file).size)} of archive, ${megabytes(peak)} of memory`
  return { what: 'a backup in the middle', measured: seconds(ms), target: null, met: null, detail }
}

function flatness(what: string, bytes: number[], minutes: number): Finding {
  const { thirds, ratio } = growthOf(bytes)
  const late = bytes.slice(Math.floor(bytes.length / 3))
  const hourly = (slopeOf(late) * late.length * 60) / ((minutes * 2) / 3)
  return {
    what,
    measured: fixed(ratio),
    ...atMost(mostGrowth, ratio),
    detail: `thirds ${thirds.map(megabytes).join(', ')}, all ${range(bytes, megabytes)}, by the last two thirds ${megabytes(hourly)} an hour`,
  }
}
