import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectDir } from './project-files.ts'

/**
 * A folder with the project's own settings and packages, and the given files, where a check may be run on what was
 * planted. `remove` deletes it.
 */
export function temporaryProject(settings: string[], files: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-tidy-'))
  for (const name of ['package.json', ...settings])
    copyFileSync(path.join(projectDir, name), path.join(folder, name))
  symlinkSync(path.join(projectDir, 'node_modules'), path.join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
