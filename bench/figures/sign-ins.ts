import { setTimeout as delay } from 'node:timers/promises'
import { load, type Outcome, type Request } from '../load/load.ts'
import { atLeast, atMost, type Finding, fixed, median, range, whole } from '../report.ts'
import type { Setting } from '../stage/setting.ts'
import { password } from '../stage/sign-in.ts'

const signIns = 8
const readers = 16
const seconds = 2
const rounds = 7
const headStartMs = 300
const headers = { 'content-type': 'application/json', 'x-forwarded-for': '{address}' }
const asBrowser = { 'accept-encoding': 'gzip, deflate, br' }

/** What everyone reads, while eight people sign in without pause, beside the same with nobody signing in. */
export async function signInsFigure(setting: Setting): Promise<Finding[]> {
  const { url } = await setting.app()
  const emails = await makeAccounts(url, signIns)
  const signingIn: Request = {
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers,
    body: `{"email":"{email}","password":"${password}"}`,
    values: { email: emails },
  }
  const findings: Finding[] = []
  for (const path of ['/api/v1/feed', '/feed']) findings.push(...(await disturb(url, path, signingIn)))
  return findings
}

type Pair = { quiet: Outcome; busy: Outcome; signIns: number }

/** The two take turns in short rounds, after one each to warm up, and each is compared with its neighbour. */
async function disturb(url: string, path: string, signingIn: Request): Promise<Finding[]> {
  const read = () => load(url, { path, headers: asBrowser }, { connections: readers, seconds })
  const readWhileBusy = async () => {
    const background = load(url, signingIn, { connections: signIns, seconds: seconds + 1 })
    await delay(headStartMs)
    const [busy, { requests, seconds: took }] = await Promise.all([read(), background])
    return { busy, signIns: requests / took }
  }
  await read()
  await readWhileBusy()
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ quiet: await read(), ...(await readWhileBusy()) })
  return [rateFinding(path, pairs), latencyFinding(path, pairs)]
}

const rate = ({ requests, seconds: took }: Outcome) => requests / took

function rateFinding(path: string, pairs: Pair[]): Finding {
  const ratios = pairs.map(({ quiet, busy }) => rate(busy) / rate(quiet))
  const medianOf = (of: (pair: Pair) => number) => whole(median(pairs.map(of)))
  return {
    what: `${path} while ${signIns} sign in / without`,
    measured: fixed(median(ratios)),
    ...atLeast(0.6, median(ratios)),
    detail:
      `ratio ${range(ratios, fixed)}; ${medianOf(({ busy }) => rate(busy))} beside ` +
      `${medianOf((pair) => pair.signIns)} sign-ins, ${medianOf(({ quiet }) => rate(quiet))} without, a second`,
  }
}

function latencyFinding(path: string, pairs: Pair[]): Finding {
  const ratios = pairs.map(({ quiet, busy }) => busy.p99 / quiet.p99)
  const medianOf = (of: (pair: Pair) => number) => median(pairs.map(of)).toFixed(1)
  return {
    what: `${path}, the slowest of 100 answers, likewise`,
    measured: fixed(median(ratios)),
    ...atMost(10, median(ratios)),
    detail:
      `ratio ${range(ratios, fixed)}; ${medianOf(({ busy }) => busy.p99)} ms, ` +
      `${medianOf(({ quiet }) => quiet.p99)} ms without`,
  }
}

/** Signs people up, each from an address of their own, and returns their e-mail addresses. */
async function makeAccounts(url: string, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `sign-in-${n}@example.org`)
  for (const email of emails) {
    const answer = await fetch(new URL('/auth/v1/signup', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, data: { first_name: 'Ida', last_name: 'Rest' } }),
    })
    if (!answer.ok) throw new Error(`A sign-up answered ${answer.status}: ${await answer.text()}`)
  }
  return emails
}
