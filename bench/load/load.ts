import type { Round } from '../reference/compare.ts'
import { runFile } from '../stage/programs.ts'
import { installTool } from '../stage/tools.ts'

/**
 * Path, headers and body may hold `{name}`s. Each stands for one of its values, taken at random for each request;
 * `{uuid}` and `{address}` are new each time.
 */
export type Request = {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
  values?: Record<string, string[]>
  /** The status that every answer must have; 200 unless given. */
  status?: number
}

export type Amount = { connections: number; seconds: number }
export type Job = { url: string; request: Request } & Amount

export type Outcome = {
  requests: number
  /** Answers with another status, and broken connections. */
  failures: number
  seconds: number
  /** How many milliseconds half, 95 % and 99 % of the answers took at most. */
  p50: number
  p95: number
  p99: number
}

/** One round of load on a server. Throws when an answer does not have the status that it must have. */
export async function load(url: string, request: Request, amount: Amount): Promise<Outcome> {
  const outcome = await send(url, request, amount)
  const { failures, requests } = outcome
  if (failures > 0 || requests === 0)
    throw new Error(
      `${request.path}: ${requests} answers, ${failures} of them not ${request.status ?? 200}, or connections broke.`,
    )
  return outcome
}

/** The same, where failures are counted. Each connection sends its next request once it has its answer. */
export async function send(url: string, request: Request, amount: Amount): Promise<Outcome> {
  await installTool('autocannon')
  const job: Job = { url, request, ...amount }
  return JSON.parse(await runFile('load/process.ts', JSON.stringify(job)))
}

/** Rounds of load for a comparison, in requests a second. */
export const rateRound =
  (send: () => Promise<Outcome>): Round =>
  async () => {
    const { requests, seconds } = await send()
    return requests / seconds
  }
