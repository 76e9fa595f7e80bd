import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const projectDir = path.resolve(import.meta.dirname, '../../..')
const copy = mkdtempSync(path.join(tmpdir(), 'folio-build-'))

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
  writeFileSync(path.join(copy, file), text)
}

/** What `src/main.ts` prints and runs, in a small project that is built as Folio is. */
async function start(env: Record<string, string> = {}, options = ['--env-file-if-exists=.env']) {
  const { stdout, stderr } = await run(process.execPath, [...options, path.join(copy, 'src/main.ts')], {
    cwd: copy,
    env: { PATH: process.env.PATH, ...env },
  })
  return { ...JSON.parse(stdout), says: stderr }
}

const programs = () => readdirSync(path.join(copy, 'dist/program'))

const scriptsOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))

const program = (word: string) => `import path from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { readFileSync } from 'node:fs'

type Said = { word: string }

function where(): string {
  return new Error('here').stack ?? ''
}
const said: Said = { word: stringify([['${word}']]).trim() }
const beside = readFileSync(path.join(import.meta.dirname, 'beside.txt'), 'utf8')
const worker = new URL('./worker.ts', import.meta.url).pathname
process.stdout.write(JSON.stringify({ ...said, beside, worker, stack: where(), mode: process.env.NODE_ENV, arenas: process.env.MALLOC_ARENA_MAX, options: process.execArgv }))
`

beforeAll(() => {
  for (const file of [
    'src/main.ts',
    'src/platform/build/build.ts',
    'src/platform/build/memory-options.ts',
    'src/platform/operator-error.ts',
    'scripts/vite/less-text.ts',
    'scripts/vite/program.ts',
  ])
    cpSync(path.join(projectDir, file), path.join(copy, file))
  symlinkSync(path.join(projectDir, 'node_modules'), path.join(copy, 'node_modules'))
  write('package.json', '{ "type": "module" }')
  write(
    'vite.config.ts',
    `export default { builder: {}, build: { outDir: 'dist/client', rolldownOptions: { input: 'src/web/entry.ts' } } }`,
  )
  write('src/web/entry.ts', 'document.title = "Pages"\n')
  write('src/start.ts', program('Käse'))
  write('src/worker.ts', 'process.title = "worker"\n')
  write('src/orders/imports/reports/parser-worker.ts', 'process.title = "parser"\n')
  write('src/beside.txt', 'as it lies')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

// The tests go on from each other: a build takes seconds.
describe('a start', () => {
  it('builds the program with its packages, and runs it where its sources lie (decision 93)', async () => {
    const said = await start()
    const [folder = ''] = programs()
    expect(said).toMatchObject({ word: 'Käse', beside: 'as it lies', mode: 'production' })
    expect(said.says).toContain('Building Folio: it takes about a minute.\n')
    expect(said.worker).toBe(path.join(copy, 'dist/program', folder, 'worker.js'))
    expect(said.stack).toContain(`where (file://${path.join(copy, 'dist/program', folder, 'start.js')}`)
  })

  it('leaves nothing of the build in memory, and asks the system for less of it (decision 93)', async () => {
    const collects = ['--max-semi-space-size=16', '--heap-growing-percent=100']
    expect(await start()).toMatchObject({ arenas: '1', options: collects })
    expect(await start({ MALLOC_ARENA_MAX: '4' })).toMatchObject({ arenas: '4' })
    // The operator's own comes last, and holds.
    const own = '--max-semi-space-size=24'
    write('settings.env', 'MALLOC_ARENA_MAX=3\n')
    const inTwoWords = await start({}, ['--env-file', 'settings.env', own])
    expect(inTwoWords).toMatchObject({ arenas: '3', options: [...collects, own] })
    const built = programs().flatMap((name) => scriptsOf(path.join(copy, 'dist/program', name)))
    expect(built.filter((script) => /[^\0-\x7f]/.test(script))).toEqual([])
    expect(built.join('')).toContain('K\\u00e4se')
  })

  it('runs the same again while no source has changed; a test is none', async () => {
    const before = programs()
    write('src/start.test.ts', 'throw new Error("not a part of it")\n')
    expect((await start()).says).not.toContain('Building')
    expect(programs()).toEqual(before)
  })

  it('builds it again once a source has changed, and leaves the folder of one that may still run', async () => {
    const before = programs()
    write('src/start.ts', program('Brot'))
    expect(await start()).toMatchObject({
      word: 'Brot',
      says: expect.stringMatching(/Building Folio: it took \d+ seconds? here the last time\.\n$/),
    })
    expect(programs()).toEqual(expect.arrayContaining(before))
    expect(programs()).toHaveLength(before.length + 1)
  })

  it('names the lines of the sources in stacks at LOG_LEVEL=debug', async () => {
    const { stack } = await start({ LOG_LEVEL: 'debug' })
    expect(stack).toContain(`where (${path.join(copy, 'src/start.ts')}:8:`)
  })

  it('says what is wrong with a source that cannot be built', async () => {
    write('src/start.ts', 'const = 1\n')
    const failure = await start().catch((error: { code: number; stderr: string }) => error)
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining('Folio cannot be built:') })
    expect(failure.stderr).not.toContain('build.ts')
  })
})
