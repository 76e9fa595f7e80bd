import fc from 'fast-check'
import type { JsonSchema } from '../calls/api-calls.ts'
import { hostileText, hostileValue } from './hostile.ts'

/** Existing values, by the names that calls have for them. */
export type Known = Record<string, readonly string[]>

/** Values of a schema; `name` is that of the field, since some fields need existing values. */
export function valueFor(schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const all = { ...schema, ...merged(schema.allOf as JsonSchema[] | undefined) }
  const choices = (all.anyOf ?? all.oneOf) as JsonSchema[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => valueFor(choice, known, name)))
  if ('const' in all) return fc.constant(all.const)
  if (all.enum) return fc.constantFrom(...(all.enum as unknown[]))
  switch (all.type) {
    case 'string':
      return textOf(all, known, name)
    case 'integer':
    case 'number':
      return numberOf(all)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const {
        items = {},
        minItems = 0,
        maxItems = 4,
      } = all as { [key: string]: unknown } & {
        minItems?: number
        maxItems?: number
      }
      const size = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) }
      return fc.array(valueFor(items as JsonSchema, known, name), size)
    }
    case 'object':
      return objectOf(all, known)
    default:
      return fc.oneof(fc.jsonValue({ maxDepth: 3 }), hostileText)
  }
}

const merged = (parts: JsonSchema[] = []): JsonSchema => Object.assign({}, ...parts)

function objectOf({ properties, required }: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
  const model = Object.fromEntries(members.map(([name, schema]) => [name, valueFor(schema, known, name)]))
  return fc.record(model, { requiredKeys: (required ?? []) as never[] })
}

function textOf(schema: JsonSchema, known: Known, name: string): fc.Arbitrary<string> {
  const made = madeText(schema)
  const there = known[name] ?? (schema.format === 'uuid' ? known.id : undefined)
  return there ? fc.oneof({ arbitrary: fc.constantFrom(...there), weight: 4 }, made) : made
}

function madeText({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  const instant = fc.date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') })
  if (format === 'uuid') return fc.uuid()
  if (format === 'date') return instant.map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return instant.map((date) => date.toISOString())
  if (format === 'binary') return fc.constant('a,b\n1,2\n')
  const matching = typeof pattern === 'string' && matchingText(pattern)
  const most = Math.min(Number(maxLength), 60)
  return (
    matching || fc.string({ unit: 'grapheme', minLength: Math.min(Number(minLength), most), maxLength: most })
  )
}

/** Text that matches a pattern; null where the pattern is too complex to generate. */
function matchingText(pattern: string): fc.Arbitrary<string> | null {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return null
  }
}

function numberOf({ type, minimum, maximum, exclusiveMinimum }: JsonSchema): fc.Arbitrary<number> {
  const min = Number(minimum ?? exclusiveMinimum ?? -1_000)
  const max = Number(maximum ?? 1_000_000)
  const whole = fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31) })
  return type === 'integer' ? whole : fc.oneof(whole, fc.double({ min, max, noNaN: true }))
}

/** The value with a part, or the whole, replaced by something wrong; or with an extra member. */
export const mangled = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(value, hostileValue, fc.nat(), fc.boolean()).map(([whole, hostile, at, adds]) => {
    const copy = { whole: structuredClone(whole) }
    const positions = [...positionsIn(copy)]
    const position = positions[at % positions.length]
    if (!position) return hostile
    const [holder, key] = position
    const held = holder[key]
    if (adds && isRecord(held))
      held[['extra', '__proto__x', 'role', 'user_id', 'is_admin'][at % 5] ?? ''] = hostile
    else holder[key] = hostile
    return copy.whole
  })

type Holder = Record<PropertyKey, unknown>

const isRecord = (value: unknown): value is Holder => typeof value === 'object' && value !== null

function* positionsIn(holder: Holder): Generator<[Holder, string]> {
  for (const [key, value] of Object.entries(holder)) {
    yield [holder, key]
    if (isRecord(value)) yield* positionsIn(value)
  }
}
