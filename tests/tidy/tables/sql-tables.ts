import { loadModule, parsePlPgSQLSync, parseSync, type SqlError } from 'libpg-query'

await loadModule()

/** What a statement does with a table. A lock is a read that makes others wait. */
export type Kind = 'read' | 'lock' | 'write'

/** What SQL uses: tables, and functions that it calls; and the names that it gives to parts and temporary tables. */
export type Found = { uses: { name: string; kind: Kind | 'call' }[]; given: string[] }

/** The tables that a program may put in at a placeholder. */
type Inserted = (placeholder: number) => string[]

// biome-ignore lint/suspicious/noExplicitAny: any node of PostgreSQL's trees, or a value in one
type Node = any

/** What may stand at a placeholder `?`: a name or value, nothing, or more of a statement. */
const fillers = [
  '?',
  '',
  '(select)',
  'select where true',
  'delete from hole where true',
  '(1)',
  '=',
  '? as (select)',
  '? where true',
  '? = true',
]

/** What may stand around a part of a statement; around a whole one stands nothing. */
const surroundings: [string, string][] = [
  ['', ''],
  ['select ', ''],
  ['select true ', ''],
  ['select from ', ''],
  ['select from (select) ', ''],
  ['select true = ', ''],
  ['select true ', ' true'],
  ['select ', ' select'],
  ['with ', ' select'],
]

/** So that a text that is never read ends soon; what is read took 200. */
const maxAttempts = 1000

/**
 * What SQL uses that stands in `parts`, with a placeholder after each but the last. It is a part of a statement, unless
 * it must be `whole`. Undefined if PostgreSQL does not read it.
 */
export function tablesIn(
  parts: readonly string[],
  whole = false,
  inserted: Inserted = () => [],
): Found | undefined {
  for (const [before, after] of surroundings.slice(0, whole ? 1 : undefined)) {
    const sql = complete(parts, before, after)
    if (sql) return found(sql, inserted)
  }
  return undefined
}

/** SQL with the first fillers that PostgreSQL reads, and its tree. */
function complete(parts: readonly string[], before: string, after: string) {
  const chosen = parts.slice(1).map(() => 0)
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    let text = before + parts[0]
    const starts = chosen.map((filler, i) => {
      const start = text.length
      text += fillers[filler]?.replace('?', `hole_${i}_`) + (parts[i + 1] as string)
      return start
    })
    text += after
    try {
      return { text, tree: parseSync(text) as Node }
    } catch (error) {
      // The last placeholder before the error is something else.
      const at = (error as SqlError).sqlDetails?.cursorPosition ?? 0
      const last = chosen.findLastIndex(
        (filler, i) => (starts[i] as number) <= at && filler < fillers.length - 1,
      )
      if (last < 0) return undefined
      chosen[last] = (chosen[last] as number) + 1
      chosen.fill(0, last + 1)
    }
  }
  return undefined
}

function found({ text, tree }: { text: string; tree: Node }, inserted: Inserted): Found {
  const found: Found = { uses: [], given: [] }
  const include = (inner: Found | undefined) => {
    found.uses.push(...(inner?.uses ?? []))
    found.given.push(...(inner?.given ?? []))
  }

  function note(written: string, kind: Kind): void {
    if (written === 'hole') return
    const [, placeholder] = /^hole_(\d+)_$/.exec(written) ?? []
    const names = placeholder ? inserted(Number(placeholder)) : [written.replace(/hole_\d+_/g, '*')]
    found.uses.push(...names.map((name) => ({ name, kind })))
  }

  /** `tag` says what a node is, `kind` what is done with a table that stands in its place. */
  function walk(node: Node, kind: Kind = 'read', tag = ''): void {
    if (Array.isArray(node)) for (const one of node) walk(one, kind, tag)
    else if (node && typeof node === 'object') {
      if (node.relpersistence === 't') found.given.push(node.relname)
      else if (node.relname) note([node.schemaname, node.relname].filter(Boolean).join('.'), kind)
      for (const [field, inner] of Object.entries<Node>(node)) {
        const isTag = /^[A-Z]/.test(field)
        if (isTag) visit(field, inner)
        if (/^rel(?:ations?)?$/.test(field) && /Stmt$|^VacuumRelation$/.test(tag)) walk(inner, 'write', tag)
        else if (field === 'fromClause' && node.lockingClause) walk(inner, 'lock', tag)
        else if (isTag || /^[lr]arg$/.test(field)) walk(inner, kind, isTag ? field : tag)
        else if (field !== 'lockedRels') walk(inner, 'read', tag)
      }
    }
  }

  function visit(tag: string, node: Node): void {
    if (tag === 'CommonTableExpr') found.given.push(node.ctename)
    if (tag === 'FuncCall') found.uses.push({ name: node.funcname.at(-1).String.sval, kind: 'call' })
    if (tag === 'A_Const' && node.sval?.sval) literal(node.sval.sval)
    if (tag === 'TypeCast' && node.typeName.names.at(-1).String.sval === 'regclass')
      if (node.arg.A_Const?.sval) note(node.arg.A_Const.sval.sval, 'read')
    if (tag === 'DropStmt' && node.removeType === 'OBJECT_TABLE')
      for (const { List } of node.objects) note(List.items.at(-1).String.sval, 'write')
    if (tag === 'DoStmt') procedure()
    if (tag === 'CreateFunctionStmt') {
      const option = (name: string) =>
        node.options.find(({ DefElem }: Node) => DefElem.defname === name)?.DefElem.arg
      if (option('language').String.sval === 'plpgsql') procedure()
      else if (option('as')) inner(option('as').List.items[0].String.sval)
    }
    if (tag === 'PLpgSQL_expr') inner(node.query.replace(/^[\w.[\]]+ :?= /, ''))
  }

  /** A body in PL/pgSQL. The parser leaves out what a row begins with, but not what a text does. */
  function procedure(): void {
    walk(parsePlPgSQLSync(text.replace(/^(\s+(?!else)\w+) \w+ :=/gm, '$1 text :=')))
  }

  /** SQL of a body: a statement or an expression. */
  function inner(sql: string): void {
    const its = tablesIn([sql])
    if (!its) throw new SyntaxError(`PostgreSQL does not read ${sql}`)
    include(its)
  }

  /** A statement in a string, which may be executed, with what format() puts in or what `||` adds. */
  function literal(string: string): void {
    const placeholders = string.match(/%[IsL]/g) ?? []
    const parts = string.split(/%[IsL]/)
    const unknown = (i: number) => [`{${placeholders[i] ?? '||'}}`]
    include(tablesIn(parts, true, unknown) ?? tablesIn([...parts, ''], true, unknown))
  }

  walk(tree)
  found.given = found.given.filter((name) => !name.startsWith('hole'))
  return found
}
