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
const noSql = 'this is no SQL, nor a part of it as sql-tables.ts completes them'
const byName = (by: Record<string, readonly string[]>) =>
  new Map(Object.entries(by).flatMap(([slice, names]) => names.map((name) => [name, slice] as const)))
const fits = (pattern: string, name: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name)
const sliceOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1] ?? 'app'
const isCatalog = (name: string) => /^(?:pg_|information_schema\.)/.test(name)

/** All that is declared. Nobody may write another's table. */
function declarations(owners: Owners): string[] {
  const ofSlices = (kind: Kind, by: Record<string, ByName>) =>
    Object.entries(by).flatMap(([slice, of]) => Object.keys(of).map((name) => `${slice} ${kind}s ${name}`))
  return [
    ...ofSlices('read', owners.foreignReads),
    ...ofSlices('lock', owners.foreignLocks),
    ...Object.entries(owners.offeredFunctions).map(([name, { to }]) => `${to} calls ${name}()`),
    ...Object.keys(owners.tableHooks).map((name) => `the trigger ${name}`),
    ...Object.entries(owners.passedTables).flatMap(([place, of]) => of.map((code) => `${place} ${code}`)),
  ]
}

/** Every use without a reason by a slice that is not the owner, and every line of the map that is needless. */
export function ownershipProblems(files: FileUses[], schema: Schema, owners: Owners): string[] {
  const problems: string[] = []
  const tableOwner = byName(owners.tableOwners)
  const functionOwner = byName(owners.functionOwners)
  const declared = new Set(declarations(owners))
  const needed = new Set<string>()
  const isDeclared = (one: string) => {
    needed.add(one)
    return declared.has(one)
  }

  function judge(where: string, use: string, slice: string, owner: string | undefined): void {
    if (owner !== slice && !isDeclared(`${slice} ${use}`))
      problems.push(`${where}: ${slice} ${use} of ${owner}`)
  }

  /** The tables that a name means, which is one's own or has `*` for what varies, with their owners. */
  function tablesOf(name: string): (readonly [string, string])[] {
    const made = Object.entries(owners.madeTables).find(([pattern]) => fits(pattern, name))
    if (made && !tableOwner.has(name)) return [[name, made[1]]]
    return [...tableOwner].filter(([table]) => fits(name, table))
  }

  /** `own`: names that statements give to their parts, which are no tables. */
  function judgeUse(slice: string, place: string, line: string, { name, kind }: Use, own: Set<string>): void {
    const where = `${place}${line}`
    const code = /^\{([\s\S]*)\}$/.exec(name)?.[1]
    if (code !== undefined) {
      if (!isDeclared(`${place} ${code}`))
        problems.push(`${where}: which table ${code} is cannot be determined`)
    } else if (kind === 'call') {
      const owner = functionOwner.get(name) ?? 'platform'
      if (owner !== 'platform') judge(where, `calls ${name}()`, slice, owner)
    } else if (tableOwner.has(name) || !(kind === 'named' || own.has(name) || isCatalog(name))) {
      const tables = tablesOf(name)
      if (tables.length === 0) problems.push(`${where}: ${name} is no table`)
      for (const [table, owner] of tables)
        judge(where, `${kind === 'named' ? 'read' : kind}s ${table}`, slice, owner)
    }
  }

  for (const [slice, its] of Map.groupBy(files, ({ file }) => sliceOf(file))) {
    const own = new Set(its.flatMap(({ given }) => given))
    for (const { file, uses, unread } of its) {
      for (const use of uses) judgeUse(slice, file, `:${use.line}`, use, own)
      for (const line of unread) problems.push(`${file}:${line}: ${noSql}`)
    }
    for (const name of own)
      if (tableOwner.has(name)) problems.push(`${slice} calls a part of a statement ${name}, as a table`)
  }

  for (const { name, definition } of schema.functions) {
    const slice = functionOwner.get(name) ?? tableOwner.get(name)
    const found = tablesIn([definition], true)
    if (!slice) problems.push(`${name}() has no owner in db/functions`)
    else if (!found) problems.push(`${name}(): ${noSql}`)
    else {
      const changed = schema.triggers.filter((trigger) => trigger.calls === name).flatMap(({ rows }) => rows)
      for (const use of found.uses)
        judgeUse(slice, `${name}()`, '', use, new Set([...found.given, ...changed]))
    }
  }

  for (const { name, table, calls } of schema.triggers) {
    const [owner, slice] = [tableOwner.get(table), functionOwner.get(calls)]
    if (slice !== owner && slice !== 'platform' && !isDeclared(`the trigger ${name}`))
      problems.push(`the trigger ${name} on ${table} of ${owner} calls ${calls}() of ${slice}`)
  }

  for (const { table, refersTo } of schema.cascades)
    if (!['users', 'sessions'].includes(refersTo) && tableOwner.get(table) !== tableOwner.get(refersTo))
      problems.push(
        `${table} changes with ${refersTo} of ${tableOwner.get(refersTo)}: only what is of an account or a session does that`,
      )

  for (const table of schema.tables)
    if (!tableOwner.has(table)) problems.push(`${table} has no owner in ${mapFile}`)
  const there = new Set([...schema.tables, ...schema.functions.map(({ name }) => name)])
  for (const name of tableOwner.keys())
    if (!there.has(name)) problems.push(`${mapFile} names ${name}, which is not there`)
  for (const one of declared) if (!needed.has(one)) problems.push(`${mapFile}: nothing needs "${one}"`)
  return problems
}
