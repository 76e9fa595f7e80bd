import { sqlState } from '../database/errors.ts'
import { beginSpan, isTracing } from './spans.ts'

/**
 * Tells a statement as a step of the trace at hand, where somebody is told and `send` answers by a promise. The step's
 * name is the verb and the first table: a text may hold what somebody wrote.
 */
export function asStep(text: string, isPrepared: boolean, send: () => unknown): unknown {
  if (!isTracing()) return send()
  const facts = { 'db.system.name': 'postgresql', 'folio.prepared': isPrepared }
  const span = beginSpan(statementName(text), 'client')
  const answer = send()
  if (answer instanceof Promise)
    answer.then(
      () => span?.end(facts, false),
      (error: unknown) => span?.end({ ...facts, 'error.type': sqlState(error) ?? 'unknown' }, true),
    )
  return answer
}

/** 'select products' of any statement that begins so. */
export function statementName(text: string): string {
  const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]+)\b/i.exec(text)?.[1]?.toLowerCase()
  return table ? `${verb} ${table}` : verb
}
