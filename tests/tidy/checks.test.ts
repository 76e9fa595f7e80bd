import { spawnSync } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryProject } from './project-files.ts'

/** Runs one part of `npm run check` on planted files. */
function check(name: string, settings: string[], files: Record<string, string>) {
  const { folder, remove } = temporaryProject(settings, files)
  onTestFinished(remove)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--run', name], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { passed: status === 0, output: stdout + stderr }
}

const style = (file: string, text: string) =>
  check('check:style', ['biome.json', '.gitignore'], { [file]: text })
const tidyFile = "export const greeting = 'Hello'\n"

describe('check:style', () => {
  it('passes what is tidy', () =>
    expect(style('src/folio/service.ts', tidyFile)).toMatchObject({ passed: true }))

  it.for([
    ['format', 'src/folio/service.ts', 'export const greeting = "Hello";\n'],
    ['noProcessEnv', 'src/folio/service.ts', 'export const home = process.env.HOME\n'],
    ['noProcessEnv', 'src/app.ts', "import { env } from 'node:process'\n\nexport const home = env.HOME\n"],
    ['noConsole', 'src/folio/service.ts', "console.log('here')\n"],
    ['noExplicitAny', 'src/folio/service.ts', 'export const show = (value: any) => String(value)\n'],
    ['noUnusedImports', 'src/folio/service.ts', "import { list } from './sql.ts'\n"],
    [
      'useImportType',
      'src/folio/a.ts',
      "import { Row } from './sql.ts'\n\nexport const show = (row: Row) => row.id\n",
    ],
    ['noSkippedTests', 'src/folio/a.test.ts', "it.skip('works', () => {})\n"],
    ['noFocusedTests', 'src/folio/a.test.ts', "it.only('works', () => {})\n"],
  ])('finds %s in %s', ([rule = '', file = '', text = '']) => {
    const { passed, output } = style(file, text)
    expect(passed).toBe(false)
    expect(output).toMatch(new RegExp(`^${file}.* (lint/\\w+/)?${rule} `, 'm'))
  })

  it('lets the composition roots read the environment', () =>
    expect(style('src/main.ts', 'export const home = process.env.HOME\n')).toMatchObject({ passed: true }))
})

describe('check:types', () => {
  it.for([
    ['TS2322', "export const count: number = 'one'\n"],
    ['TS1294', 'export enum Kind {\n  view,\n}\n'],
    ['TS2532', 'export const first = (rows: string[]) => rows[0].length\n'],
  ])('finds %s', ([code = '', text = '']) => {
    const { passed, output } = check('check:types', ['tsconfig.json'], { 'src/folio/service.ts': text })
    expect(passed).toBe(false)
    expect(output).toContain(code)
  })
})

describe('check:unused', () => {
  it('finds files, exports and packages that nothing uses', () => {
    const { passed, output } = check('check:unused', ['knip.json'], {
      'src/main.ts': "import { used } from './used.ts'\n\nused()\n",
      'src/used.ts': 'export const used = () => {}\nexport const forgotten = () => {}\n',
      'src/lonely.ts': tidyFile,
    })
    expect(passed).toBe(false)
    expect(output).toMatch(/Unused files.*\nsrc\/lonely\.ts/)
    expect(output).toMatch(/Unused exports.*\nforgotten/)
    expect(output).toMatch(/Unused dependencies.*\n(.*\n)*fastify/)
  })
})
