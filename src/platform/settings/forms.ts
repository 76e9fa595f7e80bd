import { z } from 'zod'

/** A setting: its variable, how it is read, with its default, and its description. */
export const setting = <Form extends z.ZodType>(variable: string, form: Form, does: string): Form =>
  form.meta({ variable, description: does })

/** A setting without a description for operators: the program refuses to start with it, except in tests. */
export const onlyForTests = <Form extends z.ZodType>(variable: string, form: Form): Form =>
  form.meta({ variable, onlyForTests: true })

type All<Values> = { [Name in keyof Values]-?: NonNullable<Values[Name]> }

/** Settings that mean something only together: undefined unless one of those without a default is given. */
export const together = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  z.object(shape).transform((values, context): All<typeof values> | undefined => {
    const needed = Object.entries(shape).filter(([, form]) => form instanceof z.ZodOptional)
    const given = needed.filter(([name]) => values[name as keyof typeof values] !== undefined)
    if (given.length === 0) return undefined
    if (given.length === needed.length) return values as All<typeof values>
    const variables = needed.map(([, form]) => variableOf(form))
    const rule = variables.length === 2 ? 'both or neither' : 'all or none'
    context.addIssue(`${variables.join(' and ')}: set ${rule}`)
    return z.NEVER
  })

/** The settings of a form, each with its path in it. */
export function* settingsOf(form: z.ZodType, place: string[] = []): Generator<Setting> {
  const object = objectOf(form)
  const variable = variableOf(form)
  if (object)
    for (const [name, inner] of Object.entries(object.shape)) yield* settingsOf(inner, [...place, name])
  else if (variable) yield { variable, place, form, onlyForTests: form.meta()?.onlyForTests === true }
}

export type Setting = { variable: string; place: string[]; form: z.ZodType; onlyForTests: boolean }

/** The input of a form, taken from environment variables. */
export function inputOf(form: z.ZodType, env: Record<string, string | undefined>): unknown {
  const object = objectOf(form)
  if (!object) return env[variableOf(form) ?? '']
  return Object.fromEntries(Object.entries(object.shape).map(([name, inner]) => [name, inputOf(inner, env)]))
}

/** A group of settings, also one that is transformed once it is read. */
function objectOf(form: z.ZodType): z.ZodObject<Record<string, z.ZodType>> | undefined {
  const inner = form instanceof z.ZodPipe ? form.in : form
  return inner instanceof z.ZodObject ? (inner as z.ZodObject<Record<string, z.ZodType>>) : undefined
}

const variableOf = (form: z.ZodType) => form.meta()?.variable as string | undefined
