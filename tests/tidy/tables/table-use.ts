import { type ESTree, parseSync, Visitor } from 'vite'
import { type Found, type Kind, tablesIn } from './sql-tables.ts'

/**
 * A table that a file uses, or a function of the database that it calls. `named`: a word that counts if it is a table's
 * name, for it may be passed to a statement. A computed name has `*` for what varies, and one that the program does not
 * determine is `{code}`.
 */
export type Use = { name: string; kind: Kind | 'call' | 'named' }

/** What a file uses, the names that its statements give, and the lines with SQL that PostgreSQL does not read. */
export type FileUses = { file: string; uses: (Use & { line: number })[]; given: string[]; unread: number[] }

const reading =
  'selectFrom innerJoin leftJoin rightJoin fullJoin crossJoin innerJoinLateral leftJoinLateral using'
const writing = 'insertInto replaceInto updateTable deleteFrom mergeInto'
const kyselyCalls = new Map<string, Kind>([
  ...reading.split(' ').map((name) => [name, 'read'] as const),
  ...writing.split(' ').map((name) => [name, 'write'] as const),
])
const locks = new Set(['forUpdate', 'forNoKeyUpdate', 'forShare', 'forKeyShare'])
/** Helpers of the platform that write into the table that their second argument names. */
const writers = new Set(['deleteInBatches', 'copyInto'])

/** What stands for a name: the values of constants, and the types of parameters that are one of some strings. */
type Values = Map<string, ESTree.Node[]>

/**
 * What the files of the program use. They are read together, since a part of a statement may come from another file.
 */
export function tableUses(files: { path: string; text: string }[]): FileUses[] {
  const parsed = files.map((file) => {
    const { program, errors } = parseSync(file.path, file.text, { preserveParens: false })
    if (errors.length > 0) throw new SyntaxError(`${file.path}: ${errors[0]?.message}`)
    return { ...file, program, values: valuesIn(program) }
  })
  const everywhere: Values = new Map()
  for (const { values } of parsed)
    for (const [name, nodes] of values) everywhere.set(name, [...(everywhere.get(name) ?? []), ...nodes])
  return parsed.map(({ values, ...file }) =>
    usesOf(file, (name) => values.get(name) ?? everywhere.get(name) ?? []),
  )
}

function valuesIn(program: ESTree.Program): Values {
  const values: Values = new Map()
  const note = (name: string, value: ESTree.Node) => values.set(name, [...(values.get(name) ?? []), value])
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) note(id.name, init)
    },
    ForOfStatement({ left, right }) {
      const id = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : undefined
      if (id?.type === 'Identifier') note(id.name, right)
    },
    Identifier(node) {
      const type = 'typeAnnotation' in node ? node.typeAnnotation?.typeAnnotation : undefined
      if (type?.type === 'TSUnionType') note(node.name, type)
    },
  }).visit(program)
  return values
}

function usesOf(
  { path, text, program }: { path: string; text: string; program: ESTree.Program },
  valuesOf: (name: string) => ESTree.Node[],
): FileUses {
  const found: FileUses = { file: path, uses: [], given: [], unread: [] }
  const isSqlFile = /(?:^|[/-])sql\.ts$/.test(path)
  const lineOf = ({ start }: ESTree.Node) => text.slice(0, start).split('\n').length
  const add = (node: ESTree.Node, kind: Use['kind'], names: string[]) =>
    found.uses.push(...names.map((name) => ({ line: lineOf(node), name, kind })))

  /** The tables that code stands for, or the code where the program does not determine them. */
  const tablesOf = (node: ESTree.Node) => namesOf(node) ?? [`{${text.slice(node.start, node.end)}}`]

  function namesOf(node: ESTree.Node, depth = 0): string[] | undefined {
    const all = (nodes: ESTree.Node[]) => {
      const names = nodes.map((one) => (depth < 8 ? namesOf(one, depth + 1) : undefined))
      return names.length === 0 || names.includes(undefined)
        ? undefined
        : [...new Set(names.flat() as string[])]
    }
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? [node.value] : undefined
      case 'TaggedTemplateExpression':
        return namesOf(node.quasi, depth)
      case 'TemplateLiteral': {
        const sql = partsOf(node).join('*').trim()
        // A subquery is read where it is written.
        if (/^(?:\(|lateral\b|select\b|with\b)/.test(sql)) return []
        const name = /^[a-z_*]+/.exec(sql)?.[0]
        return name === '*' ? all(node.expressions.slice(0, 1)) : name ? [name] : undefined
      }
      case 'ArrayExpression':
        return all(node.elements.filter((element) => element !== null))
      case 'ConditionalExpression':
        return all([node.consequent, node.alternate])
      case 'TSUnionType':
        return all(node.types)
      case 'TSLiteralType':
        return namesOf(node.literal, depth)
      case 'TSAsExpression':
        return namesOf(node.expression, depth)
      case 'ArrowFunctionExpression':
        return namesOf(node.body, depth)
      case 'Identifier':
        return all(valuesOf(node.name))
      case 'CallExpression': {
        const isTable = /^sql\.table$/.test(text.slice(node.callee.start, node.callee.end))
        return all(isTable ? node.arguments : [node.callee])
      }
      default:
        return undefined
    }
  }

  const inserted =
    ({ expressions }: ESTree.TemplateLiteral) =>
    (i: number) =>
      tablesOf(expressions[i] as ESTree.Node)
  function addSql(node: ESTree.Node, sql: Found | undefined): void {
    for (const { name, kind } of sql?.uses ?? []) add(node, kind, [name])
    found.given.push(...(sql?.given ?? []))
  }

  /** What has been read with the code around it. */
  const known = new Set<ESTree.Node>()
  const locked = new Set<ESTree.Node>()
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      known.add(quasi)
      const parts = partsOf(quasi)
      const sql = tablesIn(parts, false, inserted(quasi))
      addSql(quasi, sql)
      if (!sql) found.unread.push(lineOf(quasi))
      if (/^[a-z_]+$/.test(parts.join('*'))) add(quasi, 'named', parts)
    },
    TemplateLiteral(node) {
      if (!known.has(node)) addSql(node, tablesIn(partsOf(node), !isSqlFile, inserted(node)))
    },
    Literal(node) {
      if (typeof node.value !== 'string' || known.has(node)) return
      if (node.value.includes(' ')) addSql(node, tablesIn([node.value], true))
      else if (isSqlFile && /^[a-z_]+$/.test(node.value)) add(node, 'named', [node.value])
    },
    Property({ key, value }) {
      // An argument of a library.
      if (key.type === 'Identifier' && key.name === 'tableName') add(value, 'write', namesOf(value) ?? [])
    },
    CallExpression(node) {
      const [first, second] = node.arguments
      if (node.callee.type === 'Identifier' && writers.has(node.callee.name) && second)
        add(node, 'write', tablesOf(second))
      const { object, name = '' } = methodOf(node) ?? {}
      if (locks.has(name))
        for (let part: ESTree.Node | undefined = object; part; part = methodOf(part)?.object) locked.add(part)
      if (/^with(?:Recursive)?$/.test(name) && first?.type === 'Literal')
        found.given.push(String(first.value).replace(/\(.*/, ''))
      // `from` continues a query after another call: there are Buffer.from and the like.
      const kind = name === 'from' && object?.type === 'CallExpression' ? 'read' : kyselyCalls.get(name)
      if (!kind || !first || first.type === 'ArrowFunctionExpression' || methodOf(first)?.name === 'as')
        return
      known.add(first)
      const names = tablesOf(first).map((table) => table.replace(/^(\w+) .*/, '$1'))
      add(node, kind === 'read' && locked.has(node) ? 'lock' : kind, names)
    },
  }).visit(program)
  return found
}

const partsOf = ({ quasis }: ESTree.TemplateLiteral) => quasis.map(({ value }) => value.cooked ?? '')

/** The name of a method that is called, and on what. */
function methodOf(node: ESTree.Node): { object: ESTree.Node; name: string } | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  const { object, property } = node.callee
  return property.type === 'Identifier' ? { object, name: property.name } : undefined
}
