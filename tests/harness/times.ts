import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { TestModule, Vitest } from 'vitest/node'

/** What `npm test` took by folder when it was last recorded, in seconds: `npm run test:times`. */
const recordFile = path.join(import.meta.dirname, 'times.json')
const projectDir = path.resolve(import.meta.dirname, '../..')

/** The longest that one file may take on the machine of the record. */
const longestFile = 15
/** A folder that takes this many times its record is named. Differences below two seconds are left to chance. */
const growth = 1.5
const least = 2

type Times = Map<string, number>

/**
 * Prints the time of each folder of a whole `npm test` beside its record, and warns if one grew by half or a file takes
 * too long; for other runs only the slowest files. A slower machine is slower in every folder, so times are divided by
 * how much slower the whole run was. Not a reporter, which `--reporter` would replace.
 */
export function reportTimes(vitest: Vitest): void {
  const files = timesOf(vitest.state.getTestModules(), (file) => file)
  if (files.size < 2) return
  console.log(`The slowest of ${files.size} test files:\n${lines(files).slice(0, 10).join('\n')}\n`)
  const folders = timesOf(vitest.state.getTestModules(), folderOf)
  if (process.env.WRITE_TIMES) {
    write(folders)
    return
  }
  const record = read()
  if ([...record.keys()].some((folder) => !folders.has(folder))) return
  const slower = sum(folders) / sum(record)
  console.log(`By folder, beside ${slower.toFixed(2)} times what is written down:`)
  console.log(lines(folders, (folder) => (record.get(folder) ?? 0) * slower).join('\n'))
  for (const [folder, seconds] of folders)
    if (seconds / slower > Math.max(least, (record.get(folder) ?? 0) * growth))
      console.warn(`! ${folder} takes half as long again as written down, or more`)
  for (const [file, seconds] of files)
    if (seconds / slower > longestFile) console.warn(`! ${file} takes more than ${longestFile} s`)
}

function timesOf(modules: TestModule[], nameOf: (file: string) => string): Times {
  const times: Times = new Map()
  for (const module of modules) {
    const name = nameOf(path.relative(projectDir, module.moduleId))
    times.set(name, (times.get(name) ?? 0) + module.diagnostic().duration / 1_000)
  }
  return times
}

/** `src/orders`, `tests/e2e`: a slice, with everything below it. */
function folderOf(file: string): string {
  const folders = path.dirname(file).split(path.sep)
  return folders.slice(0, 2).join('/')
}

function lines(times: Times, beside?: (name: string) => number): string[] {
  return [...times]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, seconds]) => [...(beside ? [seconds, beside(name)] : [seconds]), name])
    .map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(1).padStart(7) : `  ${cell}`)))
    .map((row) => row.join(''))
}

const sum = (times: Times) => [...times.values()].reduce((total, seconds) => total + seconds, 0)

const read = (): Times =>
  new Map(existsSync(recordFile) ? Object.entries(JSON.parse(readFileSync(recordFile, 'utf8'))) : [])

function write(times: Times): void {
  const rounded = [...times].toSorted().map(([name, seconds]) => [name, Math.round(seconds * 10) / 10])
  writeFileSync(recordFile, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
  console.log(`Written to ${path.relative(projectDir, recordFile)}.`)
}
