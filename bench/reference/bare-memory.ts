// What any server costs that is made of the same packages: it loads them, renders one page and waits.
import Fastify from 'fastify'
import pg from 'pg'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import sharp from 'sharp'

sharp.concurrency(1)
const pool = new pg.Pool()
const server = Fastify()
server.get('/', (_, reply) =>
  reply.type('text/html').send(renderToString(createElement('p', null, `${pool.totalCount} connections`))),
)
console.log(`listening at ${await server.listen({ port: 0, host: '127.0.0.1' })}`)
process.on('SIGTERM', () => process.exit())
