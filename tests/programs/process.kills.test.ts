import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commit, version } from '../../src/platform/http/version.ts'
import { signUpAt } from '../harness/people.ts'
import { type FolioProcess, postmasterPid, startFolio, startRefused } from '../harness/process.ts'

const folders: string[] = []
function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-process-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function call(folio: FolioProcess, method: string, target: string, body?: unknown, token?: string) {
  const response = await fetch(folio.url + target, {
    method,
    headers: {
      'content-type': 'application/json',
      'user-agent': browser,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

const browser =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1'

const newItem = (title: string) => ({
  amazon_url: 'https://amazon.com/dp/B0KILL0001',
  title,
  category_id: null,
})

describe('SIGTERM', () => {
  it('answers what is in flight, then stops the database, and has nothing to warn of', async () => {
    const dataDir = dataFolder()
    const folio = await startFolio(dataDir)
    const { access_token: token } = await signUpAt(folio.url)
    const posts = Array.from({ length: 30 }, (_, i) =>
      call(folio, 'POST', '/api/v1/products', newItem(`In flight ${i}`), token),
    )
    // The first answer shows that the requests have arrived; the others are still under way.
    await Promise.race(posts)
    const postmaster = postmasterPid(dataDir)
    const code = folio.end('SIGTERM')
    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual(posts.map(() => 201))
    expect(await code).toBe(0)
    expect(folio.output().match(/"level":(40|50|60).*/g) ?? []).toEqual([
      expect.stringContaining('Making the database'),
    ])
    expect(() => process.kill(postmaster, 0)).toThrow('ESRCH')
  })
})

describe('the log', () => {
  it('says at the start what runs, and at the end that it has ended', async () => {
    const folio = await startFolio(dataFolder(), { LOG_LEVEL: 'info', LOG_FORMAT: 'json' })
    await folio.end('SIGTERM')
    const started = folio
      .output()
      .split('\n')
      .find((line) => line.includes('"msg":"started"'))
    expect(JSON.parse(started ?? '{}')).toMatchObject({
      version,
      // There is none where the files are no clone.
      ...(commit && { commit }),
      node: process.versions.node,
      postgres: expect.stringMatching(/^18\./),
      migration: expect.stringMatching(/^\d{4}_/),
    })
    expect(folio.output().trimEnd().split('\n').at(-1)).toContain('"msg":"ended"')
  })
})

describe('a start that fails', () => {
  it('lists every wrong setting', async () => {
    const { code, err } = await startRefused({
      PORT: 'eighty',
      SITE_URL: 'nowhere',
      DATA_DIR: dataFolder(),
    })
    expect(code).toBe(1)
    expect(err).toMatch(/correct these settings:\n {2}SITE_URL: .*\n {2}PORT: /)
    expect(err).not.toContain(' at ')
  })

  it('says that the port is in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const { code, err } = await startRefused({ PORT: port, DATA_DIR: dataFolder(), LOG_LEVEL: 'error' })
    other.close()
    expect(code).toBe(1)
    expect(err).toContain(`Port ${port} on 127.0.0.1 is in use`)
  })
})
