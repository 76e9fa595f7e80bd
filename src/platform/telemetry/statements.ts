import { sqlState } from '../database/errors.ts'
import { beginSpan, isTracing } from './spans.ts'

/**
 * Reports a statement as a step of the current trace, if steps are reported and `send` returns a promise. The step's
 * name is the verb and the first table: the full text may hold personal data.
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

/** 'select products' for any statement that begins so. */
export function statementName(text: string): string {
  const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]+)\b/i.exec(text)?.[1]?.toLowerCase()
  return table ? `${verb} ${table}` : verb
}
