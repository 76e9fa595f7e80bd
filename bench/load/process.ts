// The load, in a process of its own: takes a job as JSON from the standard input and prints the outcome as JSON.
import { randomInt, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type Job, run } from './client.ts'

const job: Job = JSON.parse(await text(process.stdin))

/**
 * The kind of id that pages make (`timeOrderedId`), whose making would cost this process more than the rest of a
 * request.
 */
function newId(): string {
  const at = Date.now().toString(16).padStart(12, '0')
  return `${at.slice(0, 8)}-${at.slice(8)}-7${randomUUID().slice(15)}`
}

const byte = () => randomInt(1, 255)
const made: Record<string, () => string> = {
  uuid: newId,
  address: () => `${byte()}.${byte()}.${byte()}.${byte()}`,
}

function pick(name: string): string {
  const values = job.values[name]
  return made[name]?.() ?? values?.[randomInt(values.length)] ?? ''
}

const placeholder = /\{(\w+)\}/g
const filled = (part: string) => part.replace(placeholder, (_, name) => pick(name))

function compose(): string {
  const body = filled(job.body)
  const length = body && `content-length: ${Buffer.byteLength(body)}\r\n`
  return `${filled(job.head)}${length}\r\n${body}`
}

const varies = job.head.search(placeholder) >= 0 || job.body.search(placeholder) >= 0
const same = Buffer.from(compose())

console.log(JSON.stringify(await run(job, varies ? compose : () => same)))
