import { SaxesParser } from 'saxes'

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>' }

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|(\w+));/gi, (whole, hex, name) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (entities[name] ?? whole),
  )

function attributesOf(tag: string): Record<string, string> {
  const found = [...tag.matchAll(/([\w:-]+)="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name.toLowerCase(), unescaped(value)]))
}

/** What programs without scripts read from a page: its `meta` by property or name, and its `link` elements. */
export function readHead(html: string) {
  const head = html.slice(0, html.indexOf('</head>'))
  const tags = (name: string) => (head.match(new RegExp(`<${name} [^>]*>`, 'g')) ?? []).map(attributesOf)
  const meta: Record<string, string> = {}
  for (const { property, name, content } of tags('meta')) {
    const key = property ?? name
    if (key && content !== undefined) meta[key] ??= content
  }
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1]
  return {
    meta,
    links: tags('link'),
    title: unescaped(/<title>(.*?)<\/title>/.exec(head)?.[1] ?? ''),
    structured: data ? (JSON.parse(data) as Record<string, unknown>) : null,
  }
}

export type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] }

/** The root of an XML document. Throws unless it is well-formed, to the last character. */
export function parseXml(document: string): Element {
  const above: Element[] = [{ name: '', attributes: {}, text: '', children: [] }]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes: { ...attributes }, text: '', children: [] }
    above.at(-1)?.children.push(element)
    above.push(element)
  })
  parser.on('text', (text) => {
    const element = above.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => above.pop())
  parser.write(document).close()
  const root = above[0]?.children[0]
  if (!root) throw new Error('The document has no root element')
  return root
}

export const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name)

/** The text of the only child of that name. Throws if there is none, or more than one. */
export function textOf(element: Element, name: string): string {
  const [child, another] = childrenOf(element, name)
  if (!child || another) throw new Error(`<${element.name}> has not one <${name}>`)
  return child.text
}
