import { send } from '../load/load.ts'
import { type Part, partsOf } from '../load/mix.ts'
import { atMost, type Finding, fixed, growthOf, megabytes, range, whole } from '../report.ts'
import { createMemoryWatch, type RunningApp, startApp } from '../stage/app.ts'
import type { Setting } from '../stage/setting.ts'

const mostGrowth = 1.1

/** The memory of Folio's own process while everything is asked of it at once, for as long as the run says. */
export async function enduranceFigure({ database, minutes }: Setting): Promise<Finding[]> {
  const { url, pool } = await database()
  const watch = createMemoryWatch()
  let app: RunningApp | undefined
  try {
    app = await startApp({ DATABASE_URL: url, TRUST_PROXY: 'on', ...watch.env })
    const parts = await partsOf(app.url, pool)
    const before = watch.samplesOf(app.pid).length
    const answers = await burden(app.url, parts, minutes)
    const samples = watch.samplesOf(app.pid).slice(before)
    const resident = samples.map(({ rss }) => rss)
    const heap = samples.map(({ heapUsed }) => heapUsed)
    return [
      flatness(`resident memory in ${minutes} minutes, last third / second`, resident),
      flatness('heap in use, likewise', heap),
      answers,
    ]
  } finally {
    await app?.stop()
    watch.end()
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

function flatness(what: string, bytes: number[]): Finding {
  const { thirds, ratio } = growthOf(bytes)
  return {
    what,
    measured: fixed(ratio),
    ...atMost(mostGrowth, ratio),
    detail: `thirds ${thirds.map(megabytes).join(', ')}, all ${range(bytes, megabytes)}`,
  }
}
