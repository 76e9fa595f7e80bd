import { hole, type Kind, tablesIn } from './sql-tables.ts'
import { argumentAt, codeOf, constantsOf, isSign, isWord, type Token, tokensOf } from './typescript-tokens.ts'

/**
 * A table that a file uses, or a function of the database that it calls. A computed name has `*` for what varies, and
 * one that the file does not determine is `{code}`.
 */
export type Use = { line: number; name: string; kind: Kind | 'call' }

/** What a file uses, and the names that its statements define. */
export type FileUses = { file: string; uses: Use[]; given: string[] }

const reading = 'selectFrom innerJoin leftJoin rightJoin fullJoin crossJoin innerJoinLateral leftJoinLateral'
const writing = 'insertInto replaceInto updateTable deleteFrom mergeInto'
const kyselyCalls = new Map<string, Kind>([
  ...`${reading} using`.split(' ').map((name) => [name, 'read'] as const),
  ...writing.split(' ').map((name) => [name, 'write'] as const),
])
const locks = new Set(['forUpdate', 'forNoKeyUpdate', 'forShare', 'forKeyShare'])

/** Helpers of the platform that write into a table named by an argument: the position of that argument. */
const writers = new Map([
  ['deleteInBatches', 1],
  ['copyInto', 1],
])

type Template = Extract<Token, { kind: 'template' }>

/**
 * What the files of the program use. They are read together, since a part of a statement may come from another file.
 */
export function tableUses(files: { path: string; text: string }[]): FileUses[] {
  const parsed = files.map(({ path, text }) => ({ path, tokens: tokensOf(text) }))
  const everywhere = new Map<string, Token[][]>()
  for (const { tokens } of parsed)
    for (const [name, codes] of constantsOf(tokens))
      everywhere.set(name, [...(everywhere.get(name) ?? []), ...codes])
  return parsed.map(({ path, tokens }) => usesOf(path, tokens, everywhere))
}

function usesOf(file: string, source: Token[], everywhere: Map<string, Token[][]>): FileUses {
  const found: FileUses = { file, uses: [], given: [] }
  const constants = constantsOf(source)
  const isSqlFile = /(?:^|[/-])sql\.ts$/.test(file)
  const add = (names: string[], kind: Use['kind'], line: number) =>
    found.uses.push(...names.map((name) => ({ line, name, kind })))

  /**
   * The tables that code stands for where SQL expects one: none for a subquery, which is read where it is written;
   * undefined where they cannot be determined.
   */
  function namesOf(code: Token[], depth = 0): string[] | undefined {
    const [first, second, third] = code
    if (depth > 4 || !first) return undefined
    // One name, a union of names, or a list.
    const strings = stringsIn(code)
    if (first.kind === 'string' || isSign(first, '[')) return strings
    if (isWord(first, 'sql') && isSign(second, '.') && isWord(third, 'table')) {
      const given = argumentAt(code, 4, 0)
      if (given[0]?.kind === 'template') return [given[0].parts.join('*')]
      return namesOf(given, depth + 1)
    }
    const template = code.find((token) => token.kind === 'template')
    // A choice between fragments, each of which is a name or a subquery.
    if (code.some((token) => isSign(token, '?')) && template) return allOf(code.filter(isTemplate), depth)
    if (template && (template === first || !isCall(code))) return ofTemplate(template, depth)
    if (first.kind !== 'word') return undefined
    const definitions = constants.get(first.text) ?? (isCall(code) ? everywhere.get(first.text) : undefined)
    if (!definitions || (code.length > 1 && !isCall(code))) return undefined
    const all = definitions.map((definition) => namesOf(answerOf(definition), depth + 1))
    return all.some((names) => names === undefined) ? undefined : [...new Set(all.flat() as string[])]
  }
  const allOf = (templates: Template[], depth: number) => {
    const all = templates.map((template) => ofTemplate(template, depth))
    return all.some((names) => names === undefined) ? undefined : (all.flat() as string[])
  }
  function ofTemplate({ parts, holes }: Template, depth: number): string[] | undefined {
    const text = parts.join('*').trim()
    if (/^(?:\(|lateral\b|select\b|with\b)/.test(text)) return []
    // `few cross join lateral (…)`: a name, and what is joined to it.
    if (/^[a-z_]+(?:\s|$)/.test(text)) return [(/^[a-z_]+/.exec(text) as RegExpExecArray)[0]]
    if (/^[a-z_*]+$/.test(text) && text !== '*') return [text]
    return text.startsWith('*') && holes[0] ? namesOf(holes[0], depth + 1) : undefined
  }

  /** A name as it stands in SQL, by what is inserted. */
  function resolve(name: string, holes: Token[][]): string[] {
    const [, number] = /^\uE000(\d+)\uE001$/.exec(name) ?? []
    const code = number === undefined ? undefined : (holes[Number(number)] ?? [])
    if (code) return namesOf(code) ?? [`{${codeOf(code)}}`]
    const put = (_: string, index: string) => (namesOf(holes[Number(index)] ?? []) ?? ['*']).join('*')
    return [name.replace(/\uE000(\d+)\uE001/g, put)]
  }

  /** SQL, whatever is inserted. Of a plain string only what is certain counts: it may be a sentence. */
  function statement({ parts, holes, breaks, line }: Template, isSql: boolean): void {
    const between = (i: number) => (i < holes.length ? hole(i) + '\n'.repeat(breaks[i] ?? 0) : '')
    const text = parts.map((part, i) => part + between(i)).join('')
    const { uses, calls, given } = tablesIn(text)
    if (!isSql && !/^\s*(?:with|select|insert|update|delete|merge|copy|truncate|lock|listen)\b/.test(text))
      return
    for (const use of uses) add(resolve(use.name, holes), use.kind, line + use.line - 1)
    for (const call of calls) add([call.name], 'call', line + call.line - 1)
    found.given.push(...given)
  }

  function walk(tokens: Token[]): void {
    /** Reads of the query that is being built. */
    let chain: Use[] = []
    tokens.forEach((token, i) => {
      const [last, next, first] = [tokens[i - 1], tokens[i + 1], tokens[i + 2]]
      if (isSign(token, '}') || isWord(token, 'const') || isWord(token, 'function')) chain = []
      if (token.kind === 'word' && isSign(next, '(')) {
        // `from` continues a query only after another call: there are Buffer.from and the like.
        const goesOn = token.text === 'from' && isSign(tokens[i - 2], ')') ? 'read' : undefined
        const kind = isSign(last, '.') ? (kyselyCalls.get(token.text) ?? goesOn) : undefined
        if (kind) {
          add(kyselyTables(tokens, i + 2), kind, token.line)
          if (kind === 'read') chain.push(...found.uses.slice(-1))
        }
        if (isSign(last, '.') && locks.has(token.text)) for (const use of chain) use.kind = 'lock'
        if (isSign(last, '.') && /^with(?:Recursive)?$/.test(token.text) && first?.kind === 'string')
          found.given.push(first.text.replace(/\(.*/, ''))
        const index = writers.get(token.text)
        if (index !== undefined && !isWord(last, 'function') && !isWord(last, 'const')) {
          const code = argumentAt(tokens, i + 2, index)
          add(namesOf(code) ?? [`{${codeOf(code)}}`], 'write', token.line)
        }
      }
      // An argument of a library.
      if (isWord(token, 'tableName') && isSign(next, ':') && first?.kind === 'string')
        add([first.text], 'write', token.line)
      if (token.kind === 'template') {
        statement(token, isSqlFile || isTagged(tokens, i) || isQuery(tokens, i))
        const bare = token.parts.join('*').trim()
        if (isTagged(tokens, i) && /^[a-z_]{4,}$/.test(bare)) add([`'${bare}'`], 'read', token.line)
        for (const code of token.holes) walk(code)
      }
      if (token.kind === 'string') {
        if (token.text.includes(' '))
          statement(
            { kind: 'template', parts: [token.text], holes: [], breaks: [], line: token.line },
            isQuery(tokens, i),
          )
        // May be a table's name, passed to where it is inserted into a statement.
        else if (isSqlFile && /^[a-z_]+$/.test(token.text) && !isBuilt(tokens, i))
          add([`'${token.text}'`], 'read', token.line)
      }
    })
  }
  const kyselyTables = (tokens: Token[], at: number): string[] => {
    const code = argumentAt(tokens, at, 0)
    const strings = stringsIn(code).map((text) => text.split(' ')[0] as string)
    if (code[0]?.kind === 'string' || isSign(code[0], '[')) return strings
    // A subquery, or a fragment of SQL, which is read by itself.
    if (code.some((token) => isSign(token, '>')) || isWord(code[0], 'sql')) return []
    return namesOf(code) ?? [`{${codeOf(code)}}`]
  }

  walk(source)
  return found
}

const stringsIn = (code: Token[]) => code.flatMap((token) => (token.kind === 'string' ? [token.text] : []))
const isTemplate = (token: Token): token is Template => token.kind === 'template'
const isCall = ([first, second]: Token[]) => first?.kind === 'word' && isSign(second, '(')

/** The value of a constant, or its result if it is a function. */
function answerOf(definition: Token[]): Token[] {
  let depth = 0
  const arrow = definition.findIndex((token, i) => {
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth += 1
    if (token.kind === 'sign' && ')]}'.includes(token.text)) depth -= 1
    return depth === 0 && isSign(token, '=') && isSign(definition[i + 1], '>')
  })
  return definition.slice(arrow < 0 ? 0 : arrow + 2)
}

/** Whether a template is tagged `sql`, with or without a type. */
function isTagged(tokens: Token[], i: number): boolean {
  if (isWord(tokens[i - 1], 'sql')) return true
  if (!isSign(tokens[i - 1], '>')) return false
  for (let at = i - 2; at > 0 && i - at < 200; at -= 1)
    if (isSign(tokens[at], '<') && isWord(tokens[at - 1], 'sql')) return true
  return false
}

/** Whether a text is an argument of `.query(`. */
const isQuery = (tokens: Token[], i: number): boolean => {
  for (let at = i - 1; at > Math.max(0, i - 12); at -= 1)
    if (isWord(tokens[at], 'query') && isSign(tokens[at - 1], '.') && !isSign(tokens[i - 1], ',')) return true
  return false
}

/** Whether a string is an argument of a call that builds a query, which is checked at the call. */
const isBuilt = (tokens: Token[], i: number): boolean => {
  const call = tokens[i - 2]
  return call?.kind === 'word' && kyselyCalls.has(call.text) && isSign(tokens[i - 1], '(')
}
