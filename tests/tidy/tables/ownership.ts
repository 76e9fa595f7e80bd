import { type Kind, tablesIn } from './sql-tables.ts'
import type { FileUses, Use } from './table-use.ts'

type ByName = Record<string, string>

/** What db/table-owners.ts and the folders of db/functions say. */
export type Owners = {
  tableOwners: Record<string, readonly string[]>
  madeTables: ByName
  functionOwners: Record<string, readonly string[]>
  foreignReads: Record<string, ByName>
  foreignLocks: Record<string, ByName>
  offeredFunctions: Record<string, { to: string; why: string }>
  tableHooks: ByName
  passedTables: Record<string, string[]>
}

/** What is in a migrated database, as the test reads it from the catalogs. */
export type Schema = {
  /** Tables and views, partitions left out. */
  tables: string[]
  /** As `create function` tells them, and the queries of views; without those of extensions. */
  functions: { name: string; definition: string }[]
  /** `rows`: the trigger's name for the changed rows. */
  triggers: { name: string; table: string; calls: string; rows: string[] }[]
  /** Foreign keys that delete or change the referring rows: `on delete cascade`, `set null`. */
  cascades: { table: string; refersTo: string }[]
}

const mapFile = 'db/table-owners.ts'
const byName = (by: Record<string, readonly string[]>) =>
  new Map(Object.entries(by).flatMap(([slice, names]) => names.map((name) => [name, slice] as const)))
const fits = (pattern: string, name: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name)
const sliceOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1] ?? 'app'

/** Every use without a reason by a slice that is not the owner, and every line of the map that is needless. */
export function ownershipProblems(files: FileUses[], schema: Schema, owners: Owners): string[] {
  const problems: string[] = []
  const tableOwner = byName(owners.tableOwners)
  const functionOwner = byName(owners.functionOwners)
  const declared: Record<Kind, Record<string, ByName>> = {
    read: owners.foreignReads,
    lock: owners.foreignLocks,
    // Nobody writes another's table.
    write: {},
  }
  /** Declarations that something needed: `read people users`. */
  const needed = new Set<string>()

  /** The owners of a table, or of all that a name with `*` may be; undefined for a table without one. */
  function ownersOf(name: string): [string, string][] | undefined {
    const owner = tableOwner.get(name)
    if (owner) return [[name, owner]]
    if (name.startsWith('pg_') || name.startsWith('information_schema.')) return []
    for (const [pattern, slice] of Object.entries(owners.madeTables))
      if (fits(pattern, name)) return [[name, slice]]
    const all = name.includes('*') ? [...tableOwner].filter(([table]) => fits(name, table)) : []
    return all.length > 0 ? all : undefined
  }

  function judgeTable(slice: string, where: string, name: string, kind: Kind): void {
    const found = ownersOf(name)
    if (!found) problems.push(`${where}: ${name} is no table`)
    for (const [table, owner] of found ?? []) {
      if (owner === slice) continue
      if (declared[kind][slice]?.[table]) needed.add(`${kind} ${slice} ${table}`)
      else problems.push(`${where}: ${slice} ${kind}s ${table} of ${owner}`)
    }
  }

  function judgeCall(slice: string, where: string, name: string): void {
    const owner = functionOwner.get(name)
    if (!owner || owner === slice || owner === 'platform') return
    if (owners.offeredFunctions[name]?.to === slice) needed.add(`offered ${name}`)
    else problems.push(`${where}: ${slice} calls ${name}() of ${owner}`)
  }

  /**
   * `own`: names that the slice's statements, or a function's, give to their own parts, which are no tables anywhere in
   * the slice.
   */
  function judgeUse(slice: string, place: string, { name, kind, line }: Use, own: Set<string>): void {
    const where = place.endsWith('()') ? place : `${place}:${line}`
    const word = /^'(.*)'$/.exec(name)?.[1]
    const code = /^\{([\s\S]*)\}$/.exec(name)?.[1]
    if (kind === 'call') judgeCall(slice, where, name)
    else if (word !== undefined) {
      // May be a table's name, and counts only if it is.
      if (tableOwner.has(word)) judgeTable(slice, where, word, kind)
    } else if (code !== undefined) {
      if (owners.passedTables[place]?.includes(code)) needed.add(`passed ${place} ${code}`)
      else problems.push(`${where}: which table ${code} is cannot be determined`)
    } else if (tableOwner.has(name) || !own.has(name)) judgeTable(slice, where, name, kind)
  }

  const filesOf = Map.groupBy(files, ({ file }) => sliceOf(file))
  for (const [slice, its] of filesOf) {
    const own = new Set(its.flatMap(({ given }) => given))
    for (const { file, uses } of its) for (const use of uses) judgeUse(slice, file, use, own)
    for (const name of own)
      if (tableOwner.has(name)) problems.push(`${slice} calls a part of a statement ${name}, as a table`)
  }

  for (const { name, definition } of schema.functions) {
    const slice = functionOwner.get(name) ?? tableOwner.get(name)
    if (!slice) {
      problems.push(`${name}() has no owner in db/functions`)
      continue
    }
    const { uses, calls, given } = tablesIn(definition)
    const changed = schema.triggers.filter((trigger) => trigger.calls === name).flatMap(({ rows }) => rows)
    const own = new Set([...given, ...changed])
    for (const use of uses) judgeUse(slice, `${name}()`, use, own)
    for (const call of calls) if (call.name !== name) judgeCall(slice, `${name}()`, call.name)
  }

  for (const { name, table, calls } of schema.triggers) {
    const [owner, slice] = [tableOwner.get(table), functionOwner.get(calls)]
    if (slice === owner || slice === 'platform') continue
    if (owners.tableHooks[name]) needed.add(`hook ${name}`)
    else problems.push(`the trigger ${name} on ${table} of ${owner} calls ${calls}() of ${slice}`)
  }

  for (const { table, refersTo } of schema.cascades)
    if (refersTo !== 'users' && tableOwner.get(table) !== tableOwner.get(refersTo))
      problems.push(`${table} changes with ${refersTo} of ${tableOwner.get(refersTo)}: only accounts do that`)

  for (const table of schema.tables)
    if (!tableOwner.has(table)) problems.push(`${table} has no owner in ${mapFile}`)
  const there = new Set([...schema.tables, ...schema.functions.map(({ name }) => name)])
  for (const name of tableOwner.keys())
    if (!there.has(name)) problems.push(`${mapFile} names ${name}, which is not there`)
  for (const one of declarations(owners))
    if (!needed.has(one)) problems.push(`${mapFile}: nothing needs "${one}"`)
  return problems
}

/** All that is declared, each as `needed` calls it. */
function declarations(owners: Owners): string[] {
  const bySlice = (kind: Kind, by: Record<string, ByName>) =>
    Object.entries(by).flatMap(([slice, of]) => Object.keys(of).map((name) => `${kind} ${slice} ${name}`))
  return [
    ...bySlice('read', owners.foreignReads),
    ...bySlice('lock', owners.foreignLocks),
    ...Object.keys(owners.offeredFunctions).map((name) => `offered ${name}`),
    ...Object.keys(owners.tableHooks).map((name) => `hook ${name}`),
    ...Object.entries(owners.passedTables).flatMap(([file, of]) =>
      of.map((code) => `passed ${file} ${code}`),
    ),
  ]
}
