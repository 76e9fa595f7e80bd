import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { forgetTransfers, transfersOf } from './testing/stage.ts'

let app: TestApp
let files: ReturnType<typeof transfersOf>
beforeAll(async () => {
  app = await startTestApp()
  files = transfersOf(app, await signUp(app))
})
afterAll(() => app.close())
beforeEach(() => forgetTransfers(app))

const lamp = 'https://www.amazon.com/dp/B0LAMP0001'
const preview = (file: Parameters<typeof files.imported>[0], type = '') =>
  files.imported(file, { preview: true, type })
const bytesOf = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding))

describe('a file for import', () => {
  it.each([
    ['with semicolons, a byte order mark and CRLF', `\uFEFFAMAZON_URL;title\r\n${lamp};"Lamp; bright"\r\n`],
    ['with tabs', `title\tamazon-url\nLamp\t${lamp}\n`],
    [
      'with line breaks in a cell, blank lines and a last line without end',
      `amazon_url,title\n\n${lamp},"a\nb"`,
    ],
    ['with a short row and a quotation mark inside a text', `amazon_url,title,tags\n${lamp},5" lamp`],
    ['with old line ends', `amazon_url,title\r${lamp},Lamp`],
  ])('may be a CSV %s', async (_, file) => {
    expect(await preview(file)).toMatchObject({ status: 200, body: { total: 1, created: 1, errors: [] } })
  })

  it.each([
    ['UTF-16', bytesOf(`\uFEFFamazon_url;title;tags\r\n${lamp};Crème brûlée;"küche, süß"`, 'utf16le')],
    ['Windows-1252', bytesOf(`amazon_url;title;tags\r\n${lamp};Crème brûlée;"küche, süß"`, 'latin1')],
  ])('may be in %s', async (_, file) => {
    const { body } = await preview(file)
    expect(body.sample).toMatchObject([{ title: 'Crème brûlée', tags: ['küche', 'süß'] }])
  })

  it('has its tags in one form of Unicode', async () => {
    const { body } = await preview(`amazon_url,title,tags\n${lamp},Lamp,"ku\u0308che, KÜCHE"`)
    expect(body.sample).toMatchObject([{ tags: ['k\u00fcche'] }])
  })

  it('may name its type in capitals', async () => {
    expect(await preview(`amazon_url\n${lamp}`, 'TEXT/CSV')).toMatchObject({
      status: 200,
      body: { created: 1 },
    })
  })

  it('may not be an endless row of line ends, and is soon refused', async () => {
    const { status, body } = await preview(`amazon_url\n${'\n'.repeat(2_000_000)}`)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
  }, 10_000)

  it('counts its lines as spreadsheets do', async () => {
    const { body } = await preview(`amazon_url,title\n${lamp},"two\nlines"\n\nx,y\n`)
    expect(body.errors).toMatchObject([{ line: 4 }])
  })

  it.each([
    ['is empty', '', 'This file is empty.'],
    ['names no columns', `${lamp}\n${lamp}\n`, 'The first line must name the columns'],
    ['has another header', 'url,name\nx,y\n', 'one of them must be amazon_url'],
    ['names a column twice', 'amazon_url,title,Title\n', 'The column title appears twice.'],
    ['has too many columns', Array.from({ length: 100_000 }, (_, n) => n).join(), 'at most 200 columns'],
    ['has an endless row', `amazon_url,title\n${lamp},${'x'.repeat(3_000_000)}`, 'not readable as CSV'],
    ['leaves a quotation mark open', `amazon_url,title\n${lamp},"Lamp\n`, 'not readable as CSV'],
    ['is UTF-16 without a mark', bytesOf(`amazon_url\n${lamp}`, 'utf16le'), 'Save it as CSV in UTF-8'],
    ['holds half a surrogate', new Uint8Array([97, 0xed, 0xa0, 0x80]), 'must name the columns'],
    ['is a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0xff]), 'Save it as CSV in UTF-8'],
  ])('that %s is refused whole, saying why', async (_, file, message) => {
    const answer = await preview(file)
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(answer.body.message).toContain(message)
  })

  it.each([
    ['no JSON', '{"items": [', 'not readable as JSON'],
    ['a text', '"amazon_url"', 'not a collection'],
    ['an object of another shape', '{"products": []}', 'not a collection'],
    ['a list of numbers', '[1, 2]', 'not a collection'],
    ['a list of other things', '[{"name": "Lamp"}]', 'no amazon_url'],
  ])('that is %s is refused whole, saying why', async (_, file, message) => {
    const answer = await preview(file, 'application/json')
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(answer.body.message).toContain(message)
  })

  it('may hold bad values: each is reported, and none is stored', async () => {
    const wild = '[{"amazon_url":"LINK","title":"a\\u0000b"},{"amazon_url":"LINK","title":"\\ud800"},'.concat(
      '{"amazon_url":"LINK","title":7},{"amazon_url":{}},{"amazon_url":"LINK","tags":[1]},',
      '{"amazon_url":"LINK","tags":"a, b","id":5,"created_at":{},"category":[],"asin":null,"title":null}]',
    )
    const { status, body } = await preview(wild.replaceAll('LINK', lamp), 'application/json')
    const unstorable = 'This text contains characters that cannot be stored.'
    expect([status, body.created, body.errors]).toMatchObject([
      200,
      1,
      [
        { line: 1, column: 'title', message: unstorable },
        { line: 2, column: 'title', message: unstorable },
        { line: 3, column: 'title' },
        { line: 4, column: 'amazon_url' },
        { line: 5, column: 'tags' },
      ],
    ])
  })

  it('may hold a NUL or a huge cell: that row is reported', async () => {
    const huge = 'x'.repeat(1_000_000)
    const quotes = '"'.repeat(200_000)
    const slug = `${'a'.repeat(1_000_000)}!`
    const rows = [`${lamp},a\0b,`, `${lamp},${huge},`, `${lamp},Lamp,"${quotes}"`, `${lamp},Good,,${slug}`]
    const padded = ['amazon_url,title,tags,short_link', ...Array(300).fill(`${lamp},Lamp,`), ...rows].join(
      '\n',
    )
    const { body } = await preview(padded)
    expect(body.created).toBe(301)
    expect(body.errors.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
      [302, 'title'],
      [303, 'title'],
      [304, 'tags'],
    ])
  })

  it('may hold 20,000 items and no more, and 16 MB', async () => {
    const rows = (count: number) => `amazon_url\n${'x\n'.repeat(count)}`
    expect((await preview(rows(20_000))).body).toMatchObject({ total: 20_000, skipped: 20_000 })
    expect((await preview(rows(20_001))).body).toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('at most 20,000 items'),
    })
    expect(await preview(`amazon_url\n${' '.repeat(16 * 1024 * 1024)}`)).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    })
  })

  it('must say that it is CSV or JSON', async () => {
    expect(await preview('x', 'image/png')).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type' },
    })
  })
})

const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1700000000" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><H3 ADD_DATE="1700000000">Gifts</H3>
        <DL><p>
            <DT><H3>Kitchen</H3>
            <DL><p>
                <DT><A HREF="${lamp}?a=1&amp;b=2" ADD_DATE="1700000001" TAGS="Warm,small">Salt &amp; pepper &#8211; a lamp</A>
                <DD>For the table
            </DL><p>
            <DT><A HREF="${lamp}" ADD_DATE="1700000002">In gifts</A>
        </DL><p>
        <DT><A HREF="https://example.com/post">Blog</A>
    </DL><p>
</DL><p>
`

describe('a file of another program (docs/import-and-export.md#files-of-other-programs)', () => {
  it.each(['text/html', 'text/csv'])('may be a browser’s bookmarks, sent as %s', async (type) => {
    const { status, body } = await preview(new Uint8Array(Buffer.from(bookmarks)), type)
    expect([status, body.total, body.created]).toEqual([200, 3, 2])
    expect(body.sample).toMatchObject([
      { title: 'Salt & pepper – a lamp', category: 'Kitchen', tags: ['warm', 'small', 'gifts'] },
      { title: 'In gifts', category: null, tags: ['gifts'] },
    ])
    expect(body.errors).toMatchObject([{ line: 3, column: 'amazon_url' }])
  })

  it('keeps what a browser’s bookmark says: when, and the note', async () => {
    await files.imported(new Uint8Array(Buffer.from(bookmarks)), { type: 'text/html' })
    const { items } = (await files.exported()).body as { items: object[] }
    expect(items).toMatchObject([
      {
        title: 'Salt & pepper – a lamp',
        description: 'For the table',
        created_at: '2023-11-14T22:13:21.000Z',
      },
      { title: 'In gifts', created_at: '2023-11-14T22:13:22.000Z' },
    ])
  })

  it('may be Pocket’s', async () => {
    const { body } = await preview(
      `title,url,time_added,tags,status\n"A pan, small",${lamp},1700000001,küche|gift,unread\n${lamp},${lamp},1,,x`,
    )
    expect(body).toMatchObject({ created: 2, errors: [] })
    expect(body.sample).toMatchObject([
      { title: 'A pan, small', tags: ['küche', 'gift'] },
      { title: '', tags: [], is_public: false },
    ])
  })

  it('may be Raindrop’s', async () => {
    const { body } = await preview(
      `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n7,Lamp,Warm,Words,${lamp},Gifts / Home,"a, b",2024-01-02T03:04:05.000Z,https://example.com/x.jpg,,false`,
    )
    expect(body).toMatchObject({ created: 1, errors: [], notices: [] })
    expect(body.sample).toMatchObject([{ title: 'Lamp', category: 'Home', tags: ['a', 'b', 'gifts'] }])
  })

  it('is read in one pass, however hostile, and JSON of ours has no folders', async () => {
    const open = `<!DOCTYPE NETSCAPE-Bookmark-file-1>${'<a href="'.repeat(500_000)}`
    expect((await preview(open, 'text/html')).body).toMatchObject({ total: 0 })
    const { body } = await preview([{ amazon_url: lamp, title: 'Lamp', folders: [1] }])
    expect(body).toMatchObject({ created: 1 })
  }, 10_000)
})
