import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves the built web files, compressed if the browser accepts that. Files with hashed names never change. */
export async function registerStaticFiles(app: FastifyInstance, staticDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(staticDir, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  })
  await app.register(fastifyStatic, {
    root: staticDir,
    prefix: '/',
    decorateReply: false,
    preCompressed: true,
    // A route for each existing file; every other address is a page.
    wildcard: false,
    // The service worker has an answer of its own (documents/service-worker.ts).
    globIgnore: ['**/.vite/**', 'assets/**', 'worker/**', '**/*.{br,gz}'],
    maxAge: '1d',
    index: false,
  })
}

/** The built service worker (scripts/vite/service-worker.ts), which is sent by documents/service-worker.ts. */
export const readServiceWorker = (staticDir: string): Promise<string> =>
  readFile(path.join(staticDir, 'worker/sw.js'), 'utf8')
