import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { writeReports } from '../data/reports.ts'
import { usualSize } from '../data/size.ts'
import { importByPsql } from '../reference/psql-import.ts'
import { atMost, type Finding, megabytes, seconds, times, whole } from '../report.ts'
import { createMemoryWatch, startApp } from '../stage/app.ts'
import { type BenchDatabase, createBenchDatabase } from '../stage/database.ts'
import type { Setting } from '../stage/setting.ts'
import { as, findReader, type Person, signInAs } from '../stage/sign-in.ts'

const full = { orders: 1_000_000, clicks: 10_000_000 }
/** Only to try that it works: so few orders say nothing about speed. */
const small = { orders: 200_000, clicks: 1_000_000 }
const most = { imported: 2, again: 1, matched: 3, calculated: 2, bytes: 300e6 }

/**
 * A year's report of a large operator: imported, imported again with nothing changed, matched to ten times as many
 * clicks and posted, each once, beside psql that copies the same rows into a staging table and upserts them by plain
 * statements.
 */
export async function ordersFigure({ isSmall }: Setting): Promise<Finding[]> {
  const { orders, clicks } = isSmall ? small : full
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-bench-reports-'))
  console.log(`Making ${clicks.toLocaleString('en')} clicks …`)
  const database = await createBenchDatabase({ ...usualSize, clicks })
  const memory = createMemoryWatch()
  try {
    const files = { report: path.join(folder, 'report.csv'), staged: path.join(folder, 'staged.csv') }
    await writeReports(database.pool, orders, files)
    const psql = await importByPsql(database.url, files.staged)
    const app = await startApp({ DATABASE_URL: database.url, ...memory.env })
    try {
      const samples = () => memory.samplesOf(app.pid).map(({ rss }) => rss)
      const steps = await timeSteps(app.url, database, files.report, () => samples().length)
      return [
        ...findings(psql, steps, { orders, clicks }),
        memoryFinding(steps, samples()),
        progressFinding(steps.first.came, isSmall),
      ]
    } finally {
      await app.stop()
    }
  } finally {
    memory.end()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Steps = Awaited<ReturnType<typeof timeSteps>>

/** `samples` counts the notes of the app's memory so far. */
async function timeSteps(url: string, { pool }: BenchDatabase, report: string, samples: () => number) {
  const admin = await signInAs({ url, pool }, await findReader(pool))
  await pool.query(`update users set role = 'admin' where id = $1`, [admin.userId])
  const call = callAs(url, admin)
  const file = await openAsBlob(report)
  const timed = async <T>(work: () => Promise<T>) => {
    const began = { at: performance.now(), sample: samples() }
    const came = await work()
    return { ms: performance.now() - began.at, came, samples: [began.sample, samples()] }
  }
  const first = await timed(() => importFile(call, [file]))
  // A line more: other bytes, the same rows.
  const again = await timed(() => importFile(call, [file, '\n']))
  const matched = await timed(() => runStep(call, 'match'))
  const calculated = await timed(() => runStep(call, 'calculate'))
  return { first, again, matched, calculated }
}

type Answer = {
  id: string
  state: string
  error?: { message: string } | null
  run?: { kind: string; rows_done: number } | null
}
type Call = (method: string, path: string, body?: Blob | string) => Promise<Answer>

const callAs =
  (url: string, admin: Person): Call =>
  async (method, target, body) => {
    const type = body instanceof Blob ? 'text/csv' : 'application/json'
    const answer = await fetch(new URL(`/api/v1/admin/${target}`, url), {
      method,
      headers: { ...as(admin), ...(body && { 'content-type': type }) },
      ...(body && { body }),
    })
    if (!answer.ok) throw new Error(`${target} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

/** Asks for the run until it is over. Throws its error. */
async function untilOver(call: Call, target: string, isOver: (state: string) => boolean) {
  for (;;) {
    const found = await call('GET', target)
    if (found.error) throw new Error(found.error.message)
    if (isOver(found.state)) return found
    await delay(100)
  }
}

/** Imports a file, and returns the numbers of merged rows that it reported, without repetitions. */
async function importFile(call: Call, parts: BlobPart[]): Promise<number[]> {
  const { id } = await call('POST', 'imports?apply=true', new Blob(parts))
  const reported: number[] = []
  await untilOver(
    async (...asked) => {
      const answer = await call(...asked)
      if (answer.run?.kind === 'merge' && answer.run.rows_done !== (reported.at(-1) ?? 0))
        reported.push(answer.run.rows_done)
      return answer
    },
    `imports/${id}`,
    (state) => state === 'merged',
  )
  return reported
}

/** How often a merge of a million rows reports its progress, at least; a small one is over before. */
const minReported = 3

/** Whether a merge reports its progress while it lasts: ever more rows. */
function progressFinding(reported: number[], isSmall: boolean): Finding {
  const grows = reported.every((rows, position) => position === 0 || rows > (reported[position - 1] ?? 0))
  return {
    what: 'times that the merge reported of more rows',
    measured: `${reported.length}`,
    target: isSmall ? null : `at least ${minReported}, ever more`,
    met: isSmall ? null : grows && reported.length >= minReported,
    detail: reported.slice(0, 8).map(whole).join(', '),
  }
}

async function runStep(call: Call, kind: string) {
  const { id } = await call('POST', 'runs', JSON.stringify({ kind }))
  return untilOver(call, `runs/${id}`, (state) => state === 'done')
}

function findings(
  psql: { copyMs: number; upsertMs: number },
  { first, again, matched, calculated }: Steps,
  { orders, clicks }: typeof full,
): Finding[] {
  const whole = psql.copyMs + psql.upsertMs
  const against = (what: string, ms: number, reference: number, target: number): Finding => ({
    what,
    measured: times(ms / reference),
    ...atMost(target, ms / reference, times),
    detail: `${seconds(ms)} beside ${seconds(reference)} (psql: copy ${seconds(psql.copyMs)}, upsert ${seconds(psql.upsertMs)})`,
  })
  return [
    against(`${orders.toLocaleString('en')} orders imported / psql`, first.ms, whole, most.imported),
    against('the same again, unchanged / psql', again.ms, whole, most.again),
    against(
      `matched to ${clicks.toLocaleString('en')} clicks / upsert`,
      matched.ms,
      psql.upsertMs,
      most.matched,
    ),
    against('posted to the ledger / upsert', calculated.ms, psql.upsertMs, most.calculated),
  ]
}

function memoryFinding({ first, again, matched, calculated }: Steps, samples: number[]): Finding {
  const whole = Math.max(...samples)
  const during = Object.entries({ importing: first, again, matching: matched, posting: calculated }).map(
    ([step, { samples: range }]) => `${step} ${megabytes(Math.max(...samples.slice(...range)))}`,
  )
  return {
    what: 'memory of the app meanwhile, at most',
    measured: megabytes(whole),
    ...atMost(most.bytes, whole, megabytes),
    detail: during.join(', '),
  }
}
