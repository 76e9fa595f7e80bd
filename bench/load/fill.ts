import { randomInt, randomUUID } from 'node:crypto'
import type { Request } from './load.ts'

/** An id as pages make them (`timeOrderedId`), made with less work: the load must not slow the server down. */
function newId(): string {
  const at = Date.now().toString(16).padStart(12, '0')
  return `${at.slice(0, 8)}-${at.slice(8)}-7${randomUUID().slice(15)}`
}

const byte = () => randomInt(1, 255)
const made: Record<string, () => string> = {
  uuid: newId,
  address: () => `${byte()}.${byte()}.${byte()}.${byte()}`,
}
const placeholder = /\{(\w+)\}/g

/** A request with a value for each `{name}` in path, headers and body. */
export function fill({ path, method = 'GET', headers = {}, body, values = {} }: Request) {
  const pick = (name: string) => {
    const choice = values[name]
    return made[name]?.() ?? choice?.[randomInt(choice.length)] ?? ''
  }
  const filled = (template: string) => template.replace(placeholder, (_, name) => pick(name))
  return {
    method,
    path: filled(path),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
    ...(body !== undefined && { body: filled(body) }),
  }
}

/** Whether each request is another one. */
export const varies = ({ path, headers = {}, body = '' }: Request): boolean =>
  [path, body, ...Object.values(headers)].some((part) => part.search(placeholder) >= 0)
