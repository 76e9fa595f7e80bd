import { atLeast, type Finding, fixed, median } from '../report.ts'
import type { Setting } from '../stage/setting.ts'

const rounds = 25
const password = 'correct horse'
const data = { first_name: 'Ida', last_name: 'Rest' }

/** Whether the time of an answer reveals who has an account: each call beside the one that must take as long. */
export async function accountsFigure(setting: Setting): Promise<Finding[]> {
  const { url } = await setting.app()
  const post = (path: string, body: object, status: number) => timed(new URL(path, url), body, status)
  const known = newEmail()
  await post('/auth/v1/signup', { email: known, password, data }, 200)
  const signIn = (email: string) =>
    post('/auth/v1/token?grant_type=password', { email, password: 'wrong horse' }, 400)
  const signUp = (email: string, status: number) => post('/auth/v1/signup', { email, password, data }, status)
  return [
    await alike('wrong password: known / unknown address', 0.8, {
      one: () => signIn(known),
      other: () => signIn(newEmail()),
    }),
    await alike('sign-up: taken / new address', 0.5, {
      one: () => signUp(known, 422),
      other: () => signUp(newEmail(), 200),
    }),
  ]
}

/** The median times of two calls that take turns, the shorter as a share of the longer. */
async function alike(
  what: string,
  least: number,
  { one, other }: Record<'one' | 'other', () => Promise<number>>,
): Promise<Finding> {
  const times: { one: number; other: number }[] = []
  for (let round = 0; round < rounds; round++) times.push({ one: await one(), other: await other() })
  const [first, second] = [median(times.map((time) => time.one)), median(times.map((time) => time.other))]
  const share = Math.min(first, second) / Math.max(first, second)
  return {
    what,
    measured: fixed(share),
    ...atLeast(least, share),
    detail: `${first.toFixed(1)} ms, ${second.toFixed(1)} ms`,
  }
}

/** How many milliseconds a call takes. Each comes from another address, so that no limit counts. */
async function timed(url: URL, body: object, status: number): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
    body: JSON.stringify(body),
  })
  await answer.text()
  if (answer.status !== status) throw new Error(`${url.pathname} answered ${answer.status}, not ${status}.`)
  return performance.now() - started
}

let count = 0
const newEmail = () => `account-${++count}@example.org`
const newAddress = () => `10.1.${Math.floor(++count / 250)}.${1 + (count % 250)}`
