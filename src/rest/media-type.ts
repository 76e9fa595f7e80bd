import { RestError } from './errors.ts'

export type Accepted = {
  type: string
  /** One object instead of a list; another number of rows is refused. */
  isObject: boolean
  areNullsStripped: boolean
}

const list = 'application/json'
const array = 'application/vnd.pgrst.array+json'
const object = 'application/vnd.pgrst.object+json'

/** The first type of the header `Accept` that is offered. Throws `PGRST107` where none is: CSV, plans, GeoJSON. */
export function readAccept(header: string | undefined): Accepted {
  const wanted = (header ?? '*/*').split(',').map((one) => one.trim().toLowerCase())
  for (const one of wanted) {
    const [type = '', ...parameters] = one.split(';').map((part) => part.trim())
    const areNullsStripped = parameters.includes('nulls=stripped')
    if (['*/*', 'application/*', list].includes(type))
      return { type: list, isObject: false, areNullsStripped: false }
    if (type === array) return { type, isObject: false, areNullsStripped }
    if (type === object || type === 'application/vnd.pgrst.object')
      return { type: object, isObject: true, areNullsStripped }
  }
  throw new RestError({
    status: 406,
    code: 'PGRST107',
    message: `None of these media types are available: ${wanted.join(', ').slice(0, 200)}`,
  })
}
