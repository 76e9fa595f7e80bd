import type { Round } from '../reference/compare.ts'
import { runFile } from '../stage/programs.ts'
import type { Job, Outcome } from './client.ts'

/** `path`, `headers` and `body` may hold `{name}`s: see {@link Job.values}. */
export type Request = {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
  values?: Record<string, string[]>
  status?: number
}
/** `pauseMs` and `rate`: see {@link Job}. */
export type Amount = { connections: number; seconds: number; pauseMs?: number; rate?: number }

/** One round of load on a server. Throws when an answer does not have the status it must have (200). */
export async function load(url: string, request: Request, amount: Amount): Promise<Outcome> {
  const outcome = await send(url, request, amount)
  const { failures, requests } = outcome
  if (failures > 0)
    throw new Error(
      `${failures} of ${requests} answers of ${request.path} were not ${request.status ?? 200}.`,
    )
  return outcome
}

/** The same, where answers with another status are counted. */
export async function send(url: string, request: Request, amount: Amount): Promise<Outcome> {
  const { hostname, port, host } = new URL(url)
  const job: Job = {
    host: hostname,
    port: Number(port),
    pauseMs: 0,
    ...amount,
    head: headOf(host, request),
    body: request.body ?? '',
    values: request.values ?? {},
    status: request.status ?? 200,
  }
  return JSON.parse(await runFile('load/process.ts', JSON.stringify(job)))
}

/** Rounds of load on a server, for a comparison. */
export const loadRound =
  (url: string, request: Request, amount: Amount): Round =>
  async () => {
    const { requests, seconds } = await load(url, request, amount)
    return requests / seconds
  }

function headOf(host: string, { method = 'GET', path, headers = {} }: Request): string {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}`
}
