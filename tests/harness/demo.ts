import { execFileSync } from 'node:child_process'
import path from 'node:path'

const projectDir = path.resolve(import.meta.dirname, '../..')

/** Accounts of a demo: e-mail addresses, and their common password. */
export type DemoAccounts = { creator: string; admin: string; password: string }

/** Fills a data folder with the whole demo, by this tree's program or another checkout's, and stops. */
export const fillWithDemo = (dataDir: string, tree = projectDir): DemoAccounts => runDemo(dataDir, tree, [])

/** Fills a data folder with a handful of everything, and stops. */
export const fillWithSmallDemo = (dataDir: string): DemoAccounts => runDemo(dataDir, projectDir, ['--small'])

function runDemo(dataDir: string, tree: string, args: string[]): DemoAccounts {
  const printed = execFileSync(process.execPath, [path.join(tree, 'db/demo/run.ts'), ...args], {
    cwd: tree,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '1' },
    encoding: 'utf8',
  })
  const [, password, creator, admin] =
    /has the password ([\w-]+); sign in as (\S+), .* as (\S+) to see/.exec(printed) ?? []
  if (!password || !creator || !admin) throw new Error(`The demo named no accounts:\n${printed}`)
  return { password, creator, admin }
}
