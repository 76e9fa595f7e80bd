/** What a statement does with a table. A lock is a read that makes others wait. */
export type Kind = 'read' | 'lock' | 'write'

/**
 * A name where SQL expects a table; `{code}` where a function inserts one that cannot be determined. `line` counts from
 * the text's own first.
 */
export type Use = { name: string; kind: Kind; line: number }

/** What was found in a text of SQL. */
export type Found = {
  uses: Use[]
  /** Functions that it calls, and where, including those in position of a table. */
  calls: { name: string; line: number }[]
  /** Names that it defines: of common tables, windows and temporary tables. */
  given: string[]
}

/** Stands in a text for what a program inserts: one private character followed by the placeholder's number. */
export const hole = (number: number): string => `\uE000${number}\uE001`

type Token = { text: string; isName: boolean; line: number; literal: string | undefined; isBody: boolean }

const pattern =
  /(?<gap>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<literal>e?'(?:[^']|'')*')|(?<dollar>\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|"(?<quoted>[^"]+)"|(?<name>(?:[a-z_]|\uE000\d+\uE001)(?:[\w$]|\uE000\d+\uE001)*)|(?<sign>::|[\s\S])/giy

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let line = 1
  for (const match of text.matchAll(pattern)) {
    const { gap, literal, dollar, tag = '', quoted, name = quoted, sign = '' } = match.groups ?? {}
    if (gap === undefined)
      tokens.push({
        text: quoted ?? name?.toLowerCase() ?? sign,
        isName: name !== undefined,
        line,
        literal:
          dollar?.slice(tag.length + 2, -tag.length - 2) ??
          literal?.replace(/^e?'|'$/gi, '').replaceAll("''", "'"),
        isBody: dollar !== undefined,
      })
    line += match[0].split('\n').length - 1
  }
  return tokens
}

const begins = new Set(['select', 'with', 'insert', 'update', 'delete', 'merge', 'values', 'table'])
/** A table list continues after a comma until one of these. */
const endsList = new Set(
  'where group order limit offset having window union except intersect for returning set when values select loop then'.split(
    ' ',
  ),
)
/** Words before a bracket that call no function. */
const noFunction = new Set(
  (
    'in exists any all some array as lateral from join and or not materialized using on where select union except ' +
    'intersect returning set values when then else case filter over by with into recursive if elsif return is like ' +
    'row only interval between coalesce greatest least nullif distinct conflict key check unique include partition'
  ).split(' '),
)
/** After these, `update` is no statement. */
const noUpdate = new Set('for key do on or before after then of share'.split(' '))

/** A statement, a subquery or anything else in brackets, as far as it has been read. */
type Frame = { isQuery: boolean; inList: boolean; verb: string; reads: Use[] }
const frame = (isQuery: boolean): Frame => ({ isQuery, inList: false, verb: '', reads: [] })

/** Tables and functions in a text of SQL: of statements, or of a part of one. */
export function tablesIn(text: string): Found {
  const tokens = tokensOf(text)
  const found: Found = { uses: [], calls: [], given: [] }
  const frames = [frame(true)]
  const at = (index: number) => tokens[index]?.text ?? ''

  /** Notes the table at a position, and those after commas where a statement may have several. */
  function note(index: number, kind: Kind, several = false): void {
    let position = index
    while (['only', 'lateral', 'table', 'if', 'exists', 'not', 'concurrently'].includes(at(position)))
      position += 1
    const token = tokens[position]
    const line = (token ?? tokens.at(-1))?.line ?? 1
    // Inserted by format(), or after the end of a text.
    const unknown = at(position) === '%' ? `%${at(position + 1).toUpperCase()}` : token ? undefined : '||'
    if (unknown) found.uses.push({ name: `{${unknown}}`, kind, line })
    if (!token?.isName) return
    let name = token.text
    while (at(position + 1) === '.' && tokens[position + 2]?.isName) {
      name += `.${at(position + 2)}`
      position += 2
    }
    if (kind === 'read' && at(position + 1) === '(') return
    if (kind === 'read' && (begins.has(name) || name === 'stdin')) return
    if (kind === 'read' && (name === 'rows' || name === 'generate_series')) return
    const use: Use = { name, kind, line: token.line }
    found.uses.push(use)
    if (kind === 'read') frames.at(-1)?.reads.push(use)
    if (several && at(position + 1) === ',') note(position + 2, kind, true)
  }

  /** A name, or a statement that a function builds. */
  function literal(index: number, text: string): void {
    const { line, isBody } = tokens[index] as Token
    const isStatement =
      /\b(?:select|(?:insert|merge)\s+into|delete\s+from|update|truncate|(?:lock|drop)\s+table)\s/
    if (at(index + 1) === '::' && at(index + 2) === 'regclass')
      found.uses.push({ name: text, kind: 'read', line })
    else if (isBody || isStatement.test(text)) {
      const inner = tablesIn(text)
      for (const use of inner.uses) found.uses.push({ ...use, line: use.line + line - 1 })
      found.calls.push(...inner.calls.map((call) => ({ ...call, line: call.line + line - 1 })))
      found.given.push(...inner.given)
    }
  }

  function open(index: number): void {
    const before = tokens[index - 1]
    const isFunction = before?.isName === true && !noFunction.has(before.text)
    const first = at(index + 1)
    if (isFunction && at(index - 2) !== 'into') found.calls.push({ name: before.text, line: before.line })
    frames.push(frame(!isFunction || begins.has(first) || first.startsWith('\uE000')))
  }

  /** `name [(columns)] as [not] [materialized] (` defines a name. */
  function as(index: number): void {
    let next = index + 1
    while (['not', 'materialized'].includes(at(next))) next += 1
    if (at(next) !== '(' && !(at(next).startsWith('\uE000') && next > index + 1)) return
    let position = index - 1
    if (at(position) === ')') while (position > 0 && at(position) !== '(') position -= 1
    found.given.push(at(at(position) === '(' ? position - 1 : position))
  }

  function from(index: number, query: Frame): void {
    const before = at(index - 1)
    if (before === 'delete') {
      query.verb = 'delete'
      note(index + 1, 'write')
      return
    }
    const compares = before === 'distinct' && /^(is|not)$/.test(at(index - 2))
    if (!query.isQuery || query.verb === 'copy' || compares) return
    query.inList = true
    note(index + 1, 'read')
  }

  /** What a word of SQL says of the table after it. */
  function word(index: number, query: Frame): void {
    const [before, text] = [at(index - 1), at(index)]
    const isFirst = ['', ';', 'begin', 'then', 'else', 'loop'].includes(before)
    if (endsList.has(text)) query.inList = false
    if (text === 'as' && index > 0) as(index)
    else if (text === 'from') from(index, query)
    else if (text === 'join') note(index + 1, 'read')
    else if (text === 'using' && (query.verb === 'delete' || query.verb === 'merge')) {
      if (at(index + 1) !== '(') note(index + 1, 'read')
      query.inList = query.verb === 'delete'
    } else if (text === 'into' && (before === 'insert' || before === 'merge')) {
      query.verb = before
      note(index + 1, 'write')
    } else if (text === 'update' && !noUpdate.has(before) && at(index + 1) !== 'set' && query.isQuery) {
      query.verb = 'update'
      note(index + 1, 'write')
    } else if (text === 'copy' && isFirst) {
      query.verb = 'copy'
      note(index + 1, 'write')
    } else if (/^(?:truncate|analyze|vacuum)$/.test(text) && isFirst) note(index + 1, 'write', true)
    else if (text === 'table' && /^(?:lock|drop|alter|create|unlogged)$/.test(before))
      note(index + 1, 'write')
    else if (text === 'table' && /^temp(?:orary)?$/.test(before)) found.given.push(at(index + 1))
    else if (text === 'on' && (before === 'index' || at(index - 2) === 'index')) note(index + 1, 'write')
    else if (text === 'like' && at(index + 2) === 'including') note(index + 1, 'read')
    else if (text === 'for' && /^(?:update|share|no|key)$/.test(at(index + 1)))
      for (const read of query.reads) read.kind = 'lock'
  }

  for (const [index, token] of tokens.entries()) {
    const query = frames.at(-1) as Frame
    if (token.literal !== undefined) literal(index, token.literal)
    else if (token.text === '(') open(index)
    else if (token.text === ')') {
      if (frames.length > 1) frames.pop()
    } else if (token.text === ';') frames.splice(0, frames.length, frame(true))
    else if (token.text === ',' && query.inList) note(index + 1, 'read')
    else if (token.isName) word(index, query)
  }
  return found
}
