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

const tidyFile = "export const greeting = 'Hello'\n"

/** What each of them must find, and where. They run once over all of it. */
const untidy: [rule: string, file: string, text: string][] = [
  ['format', 'src/folio/quotes.ts', 'export const greeting = "Hello";\n'],
  ['noProcessEnv', 'src/folio/environment.ts', 'export const home = process.env.HOME\n'],
  ['noProcessEnv', 'src/app.ts', "import { env } from 'node:process'\n\nexport const home = env.HOME\n"],
  ['noConsole', 'src/folio/console.ts', "console.log('here')\n"],
  ['noConsole', 'src/folio/console.test.ts', "console.log('here')\n"],
  ['noDebugger', 'src/folio/debugger.ts', 'debugger\n'],
  ['noTsIgnore', 'src/folio/ignore.ts', '// @ts-ignore\nexport const count: number = ""\n'],
  ['noExplicitAny', 'src/folio/any.ts', 'export const show = (value: any) => String(value)\n'],
  ['noExplicitAny', 'tests/cast.test.ts', 'export const row = found as any as Row\n'],
  ['noUnusedImports', 'src/folio/import.ts', "import { list } from './sql.ts'\n"],
  [
    'useImportType',
    'src/folio/type.ts',
    "import { Row } from './sql.ts'\n\nexport const show = (row: Row) => row.id\n",
  ],
  ['noSkippedTests', 'src/folio/skipped.test.ts', "it.skip('works', () => {})\n"],
  ['noFocusedTests', 'src/folio/focused.test.ts', "it.only('works', () => {})\n"],
]
const wrong: [code: string, file: string, text: string][] = [
  ['TS2322', 'src/folio/text.ts', "export const count: number = 'one'\n"],
  ['TS1294', 'src/folio/enum.ts', 'export enum Kind {\n  view,\n}\n'],
  ['TS2532', 'src/folio/index.ts', 'export const first = (rows: string[]) => rows[0].length\n'],
]
const filesOf = (cases: [string, string, string][]) =>
  Object.fromEntries(cases.map(([, file, text]) => [file, text]))

describe('check:style', () => {
  const style = (files: Record<string, string>) => check('check:style', ['biome.json', '.gitignore'], files)

  it('passes tidy files, and lets the composition roots read the environment', () => {
    const main = 'export const home = process.env.HOME\n'
    expect(style({ 'src/folio/service.ts': tidyFile, 'src/main.ts': main })).toMatchObject({ passed: true })
  })

  it('finds the problem in each file', () => {
    const { passed, output } = style(filesOf(untidy))
    expect(passed).toBe(false)
    for (const [rule, file] of untidy)
      expect(output, `${rule} in ${file}`).toMatch(new RegExp(`^${file}.* (lint/\\w+/)?${rule} `, 'm'))
  })
})

describe('check:types', () => {
  it('finds the error in each file', () => {
    const { passed, output } = check('check:types', ['tsconfig.json'], filesOf(wrong))
    expect(passed).toBe(false)
    for (const [code, file] of wrong)
      expect(output, `${code} in ${file}`).toMatch(new RegExp(`^${file}.* ${code}: `, 'm'))
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
