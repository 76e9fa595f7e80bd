import { z } from 'zod'
import { type Setting, settingsOf } from '../src/platform/settings/forms.ts'
import { settingGroups } from '../src/platform/settings/settings.ts'

const width = 98
const head = `All of Folio's settings with their defaults. Copy this file to .env and remove the # of those you change: npm start and the other commands read it. The environment comes before it.`

/** The text of `.env.example`: each setting, commented out, with what it does and its default. */
export function envExample(): string {
  const groups = Object.entries(settingGroups).map(([subject, settings]) =>
    [`# ── ${subject} ──`, ...[...settingsOf(z.object(settings))].filter(isForOperators).map(example)].join(
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

/** All but those of tests, which have no sentence. */
export const isForOperators = ({ form }: Setting): boolean => form.description !== undefined

function example({ variable, form }: Setting): string {
  const described = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' }) as Described
  return `${comment([described.description, choices(described)].join(' '))}\n#${variable}=${preset(described.default)}`
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
