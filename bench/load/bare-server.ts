// The least that a Node server can do: `bare-server.ts <file>` sends the headers and the body of the file to everyone.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SameAnswer = { headers: Record<string, string>; bodyBase64: string }

const { headers, bodyBase64 }: SameAnswer = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const body = Buffer.from(bodyBase64, 'base64')
const server = createServer((_, response) => response.writeHead(200, headers).end(body))
server.listen(0, '127.0.0.1', () => {
  console.log(`listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit())
