import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'

/**
 * Fails unless the JSON of an answer, which is what clients get, is exactly what its contract describes. A key that the
 * contract does not know is a column that has leaked. For tests; in service nothing checks answers.
 */
export function checkAnswer(call: string, contract: z.ZodType, answer: unknown): void {
  const encoded = z.safeEncode(contract, answer)
  const problems = encoded.success
    ? [...differences(asSent(answer), encoded.data, [])]
    : encoded.error.issues.map(({ path, message }) => `${nameOf(path)}: ${message}`)
  if (problems.length > 0)
    throw new AppError(
      'internal_error',
      `${call} answers differently from its contract: ${problems.join('; ')}`,
    )
}

/** How tests encode answers: as JSON like the service, with each answer checked. */
export const checkedJson: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (answer) => {
    checkAnswer(`${method} ${url}`, schema, answer)
    return JSON.stringify(answer)
  }

function asSent(answer: unknown): unknown {
  const json: string | undefined = JSON.stringify(answer)
  return json === undefined ? undefined : JSON.parse(json)
}

type Path = readonly PropertyKey[]

function* differences(sentValue: unknown, contractValue: unknown, path: Path): Generator<string> {
  const pair: [unknown, unknown] = [sentValue, contractValue]
  if (!haveMembers(pair)) {
    if (sentValue !== contractValue)
      yield `${nameOf(path)} is sent as ${JSON.stringify(sentValue)}, not as ${shown(contractValue)}`
    return
  }
  const [sent, expected] = pair
  for (const key of new Set([...Object.keys(sent), ...Object.keys(expected)])) {
    const at = [...path, key]
    if (!Object.hasOwn(expected, key)) yield `${nameOf(at)} is unknown to the contract`
    else if (Object.hasOwn(sent, key)) yield* differences(sent[key], expected[key], at)
    else if (expected[key] !== undefined) yield `${nameOf(at)} is missing`
  }
}

type Members = Record<string, unknown>

/** Whether both are arrays or both plain objects, so that their members can be compared. */
function haveMembers(pair: [unknown, unknown]): pair is [Members, Members] {
  return pair.every(Array.isArray) || pair.every(isPlain)
}

const isPlain = (value: unknown) => Object.prototype.toString.call(value) === '[object Object]'

/** Written with functions that browsers have too: the fake API of the screen tests checks answers with this. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (value instanceof Date) return String(value.toJSON())
  return typeof value === 'object' && value !== null ? value.constructor.name : String(value)
}

const nameOf = (path: Path) => path.map(String).join('.') || 'the answer'
