/**
 * A piece of TypeScript: a word, a sign, a string, or a template with the code between its parts, and how many lines
 * each part takes.
 */
export type Token =
  | { kind: 'word' | 'sign' | 'string'; text: string; line: number }
  | { kind: 'template'; parts: string[]; holes: Token[][]; breaks: number[]; line: number }

const space = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const word = /[\p{L}\p{N}_$]+/uy
const string = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y
const regex = /\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

/** After these a slash begins a regular expression; after any other word it divides. */
const beforeRegex = new Set(['return', 'typeof', 'case', 'in', 'of', 'void', 'delete', 'await', 'yield'])

/** Reads TypeScript into tokens: enough to find calls and the SQL in them. It knows no JSX. */
export function tokensOf(source: string): Token[] {
  let at = 0
  let line = 1

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }
  const take = (text: string): string => {
    at += text.length
    line += text.split('\n').length - 1
    return text
  }
  const divides = (last: Token | undefined): boolean => {
    if (!last) return false
    if (last.kind === 'word') return !beforeRegex.has(last.text)
    return last.kind !== 'sign' || last.text === ')' || last.text === ']' || last.text === '}'
  }

  /** Reads up to the brace that ends a placeholder, or up to the end. */
  function code(isHole: boolean): Token[] {
    const tokens: Token[] = []
    let depth = 0
    while (at < source.length) {
      const skipped = match(space)
      if (skipped) {
        take(skipped)
        continue
      }
      const sign = source[at] as string
      if (isHole && sign === '}' && depth === 0) return tokens
      if (sign === '`') {
        tokens.push(template())
        continue
      }
      const start = line
      const quoted = match(string)
      if (quoted) tokens.push({ kind: 'string', text: take(quoted).slice(1, -1), line: start })
      else if (sign === '/' && !divides(tokens.at(-1)) && match(regex)) {
        take(match(regex) as string)
        tokens.push({ kind: 'string', text: '', line: start })
      } else if (match(word)) tokens.push({ kind: 'word', text: take(match(word) as string), line: start })
      else {
        if (sign === '{') depth += 1
        if (sign === '}') depth -= 1
        tokens.push({ kind: 'sign', text: take(sign), line: start })
      }
    }
    return tokens
  }

  function template(): Token {
    const start = line
    const parts: string[] = []
    const holes: Token[][] = []
    const breaks: number[] = []
    take('`')
    let part = ''
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        parts.push(part)
        part = ''
        const first = line
        take('${')
        holes.push(code(true))
        take('}')
        breaks.push(line - first)
      } else if (source[at] === '\\')
        part += take(source.slice(at, at + 2))
          .slice(1)
          .replace('n', '\n')
      else part += take(source[at] as string)
    }
    take('`')
    return { kind: 'template', parts: [...parts, part], holes, breaks, line: start }
  }

  return code(false)
}

/** A token as it was written, approximately. */
export const textOf = (token: Token): string => {
  if (token.kind === 'string') return `'${token.text}'`
  if (token.kind !== 'template') return token.text
  return `\`${token.parts.map((part, i) => part + (token.holes[i] ? `\${${codeOf(token.holes[i])}}` : '')).join('')}\``
}

/** The code of some tokens, without spaces. */
export const codeOf = (tokens: Token[]): string => tokens.map(textOf).join('')

export const isWord = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'word' && token.text === text
export const isSign = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'sign' && token.text === text

/** The code of the argument number `wanted` (from 0) of a call whose arguments begin at `at`. */
export function argumentAt(tokens: Token[], at: number, wanted: number): Token[] {
  const code: Token[] = []
  let depth = 0
  let index = 0
  for (const token of tokens.slice(at)) {
    const sign = token.kind === 'sign' ? token.text : ' '
    if (depth === 0 && sign === ')') break
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    if (depth === 0 && sign === ',') index += 1
    else if (index === wanted) code.push(token)
  }
  return code
}

const startsStatement = new Set('const let export function return await if for type async throw'.split(' '))

/** Strings with `|` between them, from a position on. */
function unionAt(tokens: Token[], at: number): Token[] {
  let end = at
  while (tokens[end]?.kind === 'string' || isSign(tokens[end], '|')) end += 1
  return tokens.slice(at, end)
}

/** The value of each constant of a file, by its name: the code after `=`. One name may have several. */
export function constantsOf(tokens: Token[]): Map<string, Token[][]> {
  const constants = new Map<string, Token[][]>()
  const note = (name: string, code: Token[]) => constants.set(name, [...(constants.get(name) ?? []), code])
  tokens.forEach((token, i) => {
    const name = tokens[i + 1]
    // A parameter with one of some names.
    if (token.kind === 'word' && isSign(name, ':') && tokens[i + 2]?.kind === 'string')
      note(token.text, unionAt(tokens, i + 2))
    if (!isWord(token, 'const') || name?.kind !== 'word') return
    if (isWord(tokens[i + 2], 'of')) {
      note(name.text, argumentAt(tokens, i + 3, 0))
      return
    }
    let from = i + 2
    while (from < tokens.length && !(isSign(tokens[from], '=') && !isSign(tokens[from + 1], '>'))) from += 1
    let end = from + 1
    let depth = 0
    for (; end < tokens.length; end += 1) {
      const [last, next] = [tokens[end - 1] as Token, tokens[end] as Token]
      const sign = next.kind === 'sign' ? next.text : ' '
      if (depth === 0 && next.kind === 'word' && next.line > last.line && startsStatement.has(next.text))
        break
      if ('([{'.includes(sign)) depth += 1
      if (')]}'.includes(sign)) depth -= 1
      if (depth < 0) break
    }
    note(name.text, tokens.slice(from + 1, end))
  })
  return constants
}
