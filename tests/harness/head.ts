const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>' }

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|(\w+));/gi, (whole, hex, name) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (entities[name] ?? whole),
  )

function attributesOf(tag: string): Record<string, string> {
  const found = [...tag.matchAll(/([\w:-]+)="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name.toLowerCase(), unescaped(value)]))
}

/** What programs that run no script read of a page: its `meta` by property or name, and its `link` elements. */
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
