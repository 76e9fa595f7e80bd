import type { Access, SecondPerson } from '../../src/shared/contract.ts'
import type { TestApp } from '../harness/app.ts'

/** A schema of the API's description, with the parts that tests read. */
export type JsonSchema = { [keyword: string]: unknown }

type Operation = {
  security?: { bearer?: string[] }[]
  parameters?: { in: 'path' | 'query' | 'header'; name: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema?: JsonSchema }> }
  responses: Record<string, unknown>
  'x-asks-again'?: true
  'x-second-person'?: SecondPerson
}

/** A call in the public description of the API. */
export type ApiCall = {
  /** As in `POST /api/v1/products/{id}/clicks`. */
  name: string
  method: string
  path: string
  access: Access
  operation: Operation
}

/** Every call that the API describes, so that a new one is tested at once. */
export async function readCalls(app: TestApp): Promise<ApiCall[]> {
  const { body } = await app.request('GET', '/api/openapi.json')
  return Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([lowerCase, operation]) => {
        const method = lowerCase.toUpperCase()
        return { name: `${method} ${path}`, method, path, access: accessOf(operation), operation }
      }),
  )
}

function accessOf({ security }: Operation): Access {
  const roles = security?.[0]?.bearer
  if (!roles) return 'public'
  return roles.includes('admin') ? 'admin' : 'user'
}

/** Every route of the server, calls and others, by method and path; HEAD comes with each GET. */
export function readRoutes({ app }: TestApp): string[] {
  const above: string[] = []
  return app.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([│ ]*)[├└]── (\S+) \(([^)]*)\)$/.exec(line)
      if (!found) return []
      const [, indent = '', part = '', methods = ''] = found
      const depth = indent.length / 4
      above[depth] = part
      const path = above.slice(0, depth + 1).join('')
      const named = path.replace(/^\/+/, '/').replace(/^(?!\/)/, '/')
      const each = methods.split(', ')
      // A route for any method counts for all its methods.
      return each.includes('TRACE') ? [`ALL ${named}`] : each.map((method) => `${method} ${named}`)
    })
}
