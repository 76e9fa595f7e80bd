import { AppError, type FieldProblem } from './errors.ts'
import { dayMs, hourMs, minuteMs } from './time.ts'

/**
 * A limit: so many within so many seconds. `of` says what is limited, after 'Too many', as 'sign-ins from your
 * network'.
 */
export type Limit = { points: number; seconds: number; of: string }

type Refusal = Pick<Limit, 'points' | 'seconds'> & {
  /** What was done, as a sentence: 'You have posted 60 products within an hour.' */
  reason: string
  /** What precedes when one may go on: 'You can post again'. */
  again: string
  retryAfter: number
  /** The field that the refusal stands beside. */
  field?: string | undefined
}

/**
 * A refusal in whole sentences: what the limit is, and when one may go on. `details` has its parts, so that a program
 * can read them, and a page can show the hour instead of the wait.
 */
export function limitReached({ reason, again, points, seconds, retryAfter, field }: Refusal): AppError {
  const message = `${reason} ${again} ${waitText(retryAfter)}.`
  const problems: FieldProblem[] = field ? [{ path: field, message }] : []
  return new AppError('rate_limited', message, {
    retry_after: retryAfter,
    limit: points,
    seconds,
    reason,
    again,
    ...(field && { problems }),
  })
}

/** The refusal of a call beyond a limit, which may be repeated after so many seconds. */
export const rateLimited = ({ points, seconds, of }: Limit, retryAfter: number): AppError =>
  limitReached({
    reason: `Too many ${of}: at most ${points.toLocaleString('en-US')} within ${periodText(seconds)}.`,
    again: 'Please try again',
    points,
    seconds,
    retryAfter,
  })

/** 'an hour', '10 minutes' */
export function periodText(seconds: number): string {
  const units = [
    [dayMs, 'a day', 'days'],
    [hourMs, 'an hour', 'hours'],
    [minuteMs, 'a minute', 'minutes'],
  ] as const
  const ms = seconds * 1000
  for (const [unit, one, many] of units)
    if (ms % unit === 0) return ms === unit ? one : `${ms / unit} ${many}`
  return `${seconds} seconds`
}

function waitText(seconds: number): string {
  const ms = seconds * 1000
  if (ms <= minuteMs) return 'in a minute'
  if (ms <= 2 * hourMs) return `in ${Math.ceil(ms / minuteMs)} minutes`
  if (ms <= 2 * dayMs) return `in ${Math.ceil(ms / hourMs)} hours`
  return `in ${Math.ceil(ms / dayMs)} days`
}

/** So many an account may do within a time, and fewer while its address is unproven. */
export type AccountLimitRule = { within: 'hour' | 'day'; proven: number; unproven: number }

/** What an account may do so often. The refusal says `said` with the number that was done, then `again`. */
export type AccountLimitRules = {
  /** Keeps it apart from others. */
  name: string
  rules: AccountLimitRule[]
  /** As 'posted 60 products'. */
  said: (points: string) => string
  /** As 'post again'. */
  again: string
  /** The field that a refusal stands beside. */
  field?: string
}
