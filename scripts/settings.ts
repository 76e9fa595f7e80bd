import { z } from 'zod'
import { settingGroups } from '../src/platform/environment.ts'

const width = 98
const head = `All of Folio's settings, and what they are unless set. Copy this file to .env and take the # off those you change:
npm start and the other commands read it. What the environment says goes before it.`

/** The text of `.env.example`: each setting, commented out, with what it does and its default. */
export function envExample(): string {
  const groups = Object.entries(settingGroups).map(([subject, settings]) =>
    [`# ── ${subject} ──`, ...Object.entries(settings).map(([name, schema]) => example(name, schema))].join(
      '\n\n',
    ),
  )
  return `${[comment(head), ...groups].join('\n\n')}\n`
}

/** `z.toJSONSchema` gives limits, choices and defaults in one form, whatever a setting is made of. */
type Described = {
  default?: unknown
  enum?: string[]
  minimum?: number
  maximum?: number
  description?: string
}

function example(name: string, schema: z.ZodType): string {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described
  return `${comment([described.description, choices(described)].join(' '))}\n#${name}=${preset(described.default)}`
}

function choices({ enum: values, minimum, maximum }: Described): string {
  if (values) return values.includes('on') ? '' : `One of ${values.join(', ')}.`
  return minimum === undefined ? '' : `From ${minimum} to ${maximum}.`
}

const preset = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '')

/** As lines that begin with `#`, broken between words. */
const comment = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), '# $1\n')
    .trimEnd()
