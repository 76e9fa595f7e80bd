// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted is code
import { describe, expect, it } from 'vitest'
import { wrapMarkdown } from '../../scripts/markdown.ts'
import { citationProblems } from './citations.ts'
import { brokenBlocks, decisionProblems, migrationProblems, unknownFolders, wideProse } from './documents.ts'
import { replacedNames, unexplainedWords } from './glossary.ts'
import { lockProblems } from './locks.ts'
import { floatingVersions, lockfileProblems, reasonProblems } from './packages.ts'
import type { ProjectFile } from './project-files.ts'
import { deepIndexes, leftoverProblems, sizeProblems, wideComments } from './sources.ts'
import { strayTexts } from './texts.ts'

const file = (path: string, text = ''): ProjectFile => ({ path, text })
const ofLines = (path: string, lines: number) => file(path, 'line\n'.repeat(lines))
const many = (count: number, lines: number, end = '.ts') =>
  Array.from({ length: count }, (_, index) => ofLines(`src/folio/${index}${end}`, lines))

describe('planted sizes', () => {
  it('twenty files of 400 lines in a folder pass, and as many tests beside them', () =>
    expect(sizeProblems([...many(20, 400), ...many(20, 10, '.test.ts')])).toEqual([]))
  it('a file over 400 lines is found', () =>
    expect(sizeProblems([ofLines('src/folio/service.ts', 401)])).toEqual([
      'src/folio/service.ts has 401 lines, more than 400',
    ]))
  it('a folder of 21 files is found, and one of 21 tests', () =>
    expect(sizeProblems([...many(21, 10), ...many(21, 10, '.test.ts')])).toEqual([
      'src/folio has 21 files, more than 20',
      'src/folio: tests has 21 files, more than 20',
    ]))
  it('a folder that is a list by nature may be long', () =>
    expect(
      sizeProblems(many(30, 10).map(({ path: name }) => file(name.replace('folio', 'web/routes')))),
    ).toEqual([]))
  it('an index of a part is found, that of a slice is not', () =>
    expect(deepIndexes([file('src/folio/service.ts'), file('src/folio/prices/index.ts')])).toEqual([
      'src/folio/prices/index.ts',
    ]))
})

describe('planted leftovers', () => {
  it.for([
    ['src/folio/service.ts', '// TODO: later', 'an unfinished note'],
    ['docs/operating.md', 'FIXME', 'an unfinished note'],
    ['db/schema/02_identity.sql', '-- XXX', 'an unfinished note'],
    ['src/folio/service.ts', '// @ts-nocheck', 'a silenced check'],
    ['src/folio/rules.test.ts', "it.only('…', () => {})", 'a test that is skipped or runs alone'],
    [
      'src/folio/rules.test.ts',
      "describe.concurrent.skip('…', () => {})",
      'a test that is skipped or runs alone',
    ],
    ['src/folio/rules.test.ts', "test.todo('…')", 'a test that is skipped or runs alone'],
    ['src/web/client.ts', "type Row = import('../folio/sql.ts').Row", 'an inline type import'],
    ['src/web/client.ts', "type Rows = typeof import('../folio/sql.ts')", 'an inline type import'],
    ['docs/operating.md', 'It lies in /home/ana/folio.', 'a path of somebody’s machine'],
    ['scripts/check.ts', "const folder = '/work/main'", 'a path of somebody’s machine'],
    ['docs/operating.md', 'See [the plan](../../plan.md).', 'a path out of the project'],
    ['src/web/client.ts', "import { x } from '../../../shared/x.ts'", 'a path out of the project'],
  ])('%s: %s', ([path = '', text = '', what = '']) => {
    expect(leftoverProblems([file(path, `first line\n${text}\n`)])).toEqual([`${path}:2: ${what}`])
  })

  it('similar code passes', () => {
    const innocent = [
      "import { cents } from '../shared/money.ts'",
      'const folder = mkdtemp(`run-XXXXXX`)',
      "const { load } = await import('./charts.tsx')",
      'const address = "https://example.com/work"',
      "void import('./charts.tsx').then(show)",
      'const status = network.homework',
    ]
    expect(leftoverProblems([file('src/folio/service.ts', innocent.join('\n'))])).toEqual([])
  })
})

describe('planted comments', () => {
  const words = 'word '.repeat(24).trim()
  it.for([
    ['src/folio/sql.ts', `// ${words}`],
    ['src/folio/sql.ts', `/** ${words} */`],
    ['src/folio/sql.ts', `/**\n * ${words}\n */`],
    ['src/web/feed.tsx', `<p>\n  {/* ${words} */}\n</p>`],
    ['src/folio/sql.ts', `const some = 1 // ${words}`],
    ['src/folio/sql.ts', `  -- ${words}`],
    ['db/functions/folio/some.sql', `select 1; -- ${words}`],
  ])('a line of %s wider than 120 is found: %s', ([path = '', text = '']) => {
    const line = text.split('\n').findIndex((one) => one.includes(words)) + 1
    expect(wideComments([file(path, text)])).toEqual([`${path}:${line} has a comment wider than 120`])
  })

  it('wide code and a single wide word pass', () =>
    expect(
      wideComments([
        file('src/folio/sql.ts', `const text = 'a -- b // ${words}'\n// https://${'x'.repeat(120)}`),
        file('db/functions/folio/some.sql', `select ${words}`),
        file('docs/a.md', `- ${words}`),
      ]),
    ).toEqual([]))
})

describe('planted documents', () => {
  const fiveLines = ['What', 'Why', 'Refused', 'Costs', 'Reconsider']
    .map((word) => `**${word}.** A sentence.`)
    .join('\n\n')

  it('a decision that is not listed, numbered or named is found', () => {
    const decisions = [
      file('docs/decisions/README.md', '- [One](0001-one.md)\n- [Two](0002-two.md)\n'),
      file('docs/decisions/0001-one.md', `# 1. One\n\n${fiveLines}`),
      file('docs/decisions/0002-two.md', `Two\n\n${fiveLines}`),
      file('docs/decisions/0003-three.md', '# 3. Three\n\nJoined into [1](0001-one.md).\n'),
      file('docs/decisions/four.md', `# 4. Four\n\n${fiveLines}`),
    ]
    expect(decisionProblems(decisions)).toEqual([
      'docs/decisions/0002-two.md does not start with "# 2. " and a title',
      'docs/decisions/0003-three.md is not listed in docs/decisions/README.md',
      'docs/decisions/four.md is not named like 0001-a-few-words.md',
      'docs/decisions/four.md is not listed in docs/decisions/README.md',
    ])
  })

  it('a decision without one of its five lines, or with them in another order, is found', () => {
    const record = (text: string) => [
      file('docs/decisions/README.md', '[One](0001-one.md)'),
      file('docs/decisions/0001-one.md', `# 1. One\n\n${text}`),
    ]
    const problem = (word: string) => [
      `docs/decisions/0001-one.md has no line "**${word}.** …" where a record begins with it`,
    ]
    expect(decisionProblems(record(fiveLines))).toEqual([])
    expect(decisionProblems(record('Superseded by [2](0002-two.md).\n'))).toEqual([])
    expect(decisionProblems(record('**Situation.** Once.\n\n'))).toEqual(problem('What'))
    expect(decisionProblems(record(fiveLines.replace('Costs', 'Price')))).toEqual(problem('Costs'))
    expect(decisionProblems(record(`${fiveLines.split('\n\n').reverse().join('\n\n')}\n`))).toEqual(
      problem('What'),
    )
    expect(decisionProblems(record(`Before.\n\n${fiveLines}`))).toEqual(problem('What'))
  })

  it('prose wider than the documents is found, and wrapped as what it is; code and tables stay', () => {
    const words = 'word '.repeat(30).trim()
    const fixed = `# ${words}\n\n| ${words} | 1 |\n|---|---|\n\n\`\`\`sh\n${words}\n\`\`\`\n\n${'x'.repeat(130)}\n`
    const text = `${fixed}\n- ${words} 1. ${words}\n  and more\n- short\n`
    expect(wideProse([file('docs/a.md', text), file('docs/b.ts', text)])).toEqual([
      'docs/a.md:12 is wider than 120: npm run format',
    ])
    const wrapped = wrapMarkdown(text)
    expect(wrapped).toMatch(/^- word .*\n {2}word .* 1\. .*\n {2}word .* and more\n- short\n$/m)
    expect(wrapped.startsWith(fixed)).toBe(true)
    expect(wideProse([file('docs/a.md', wrapped)])).toEqual([])
    expect(wrapMarkdown(wrapped)).toBe(wrapped)
  })

  it('a row of a table with another number of cells than its header is found', () => {
    const rows = [
      '| A | B |',
      '|---|---|',
      '| one \\| two | 2 |',
      '| 1 | 2 | 3 |',
      '| 1 | 2 | | 3 | 4 |',
      '| 1 |',
    ]
    const code = ['```', '| A | B |', '| 1 |', '```']
    const found = [4, 5, 6].map(
      (line) => `docs/a.md:${line} has another number of cells than its table’s header`,
    )
    expect(
      brokenBlocks([file('docs/a.md', [...rows, '', '| A |', '|---|', '', ...code].join('\n'))]),
    ).toEqual(found)
  })

  it('an item of a list that runs into another one is found', () => {
    const lists = [
      '1. **Paste.** It says so. 2. **Look up.** It asks.',
      '2. See decision 71. The rest stays: 2.5 or 3.\n3. **Click.** See `a` - or not. 4.\n   **Import.**',
      '- one thing. - **Another**',
      '`1. code` and (1) and RFC 9110, 13.1. As it is - not more.',
    ]
    expect(brokenBlocks([file('docs/a.md', lists.join('\n\n'))])).toEqual(
      [1, 4, 7].map((line) => `docs/a.md:${line} runs into an item of a list`),
    )
  })

  it('a migration with a number twice, or that changes rows under their triggers, is found', () => {
    const off = 'alter table people disable trigger user;\n'
    const migrations = [
      file('db/migrations/0001_accounts.sql', 'create table …'),
      file('db/migrations/0002_people.sql', `${off}update people set name = '';\ndelete from places;\n`),
      file('db/migrations/0002_places.sql', off),
    ]
    expect(migrationProblems(migrations)).toEqual([
      'db/migrations/0002_people.sql changes rows of places without "alter table places disable trigger user;"',
      'db/migrations/0002_places.sql should have the number 0003',
    ])
  })

  it('a folder without import rules is found', () => {
    const folders = [
      file('src/app.ts'),
      file('src/folio/sql.ts'),
      file('src/web/client.ts'),
      file('src/utils/a.ts'),
    ]
    expect(unknownFolders(folders)).toEqual(['src/utils'])
  })
})

describe('planted citations', () => {
  const documents = [
    file(
      'docs/product/feed.md',
      '# The feed\n\n## New posts\n\n## One’s own\n\n```\n## Not a heading\n```\n',
    ),
    file('docs/decisions/README.md', '[One](0001-one.md), [the feed](../product/feed.md#new-posts)\n'),
    file('docs/decisions/0001-one.md', '# 1. One\n'),
    file('docs/decisions/0002-two.md', '# 2. Two\n'),
  ]
  const problemsWith = (...more: ProjectFile[]) => citationProblems([...documents, ...more])

  it.for([
    ['// See docs/product/feed.md#search.', 'docs/product/feed.md#search'],
    ['// See docs/product/feed.md#not-a-heading.', 'docs/product/feed.md#not-a-heading'],
    ['// See docs/product/fed.md#new-posts.', 'docs/product/fed.md#new-posts'],
    ['// A page without a heading: docs/product/feed.md', 'docs/product/feed.md'],
    ['// As decided (decision 3).', 'decision 3'],
    ['/**\n * As in decisions 1 to\n * 2, and\n * 7.\n */', 'decision 7'],
    ['-- docs/decisions/0004-four.md', 'docs/decisions/0004'],
  ])('%s', ([text = '', problem = '']) =>
    expect(problemsWith(file('src/feed/sql.ts', text))).toEqual([`src/feed/sql.ts: ${problem}`]),
  )

  it.for([
    ['[the feed](product/feed.md#search)', 'product/feed.md#search'],
    ['[the fed](product/fed.md)', 'product/fed.md'],
    ['[below](#below)', '#below'],
    ['See `src/feed/gone.ts`.', 'src/feed/gone.ts'],
    ['See `gone.ts` beside it.', 'gone.ts'],
  ])('in a document: %s', ([text = '', problem = '']) =>
    expect(problemsWith(file('docs/developing.md', text))).toEqual([`docs/developing.md: ${problem}`]),
  )

  it('existing targets pass', () =>
    expect(
      problemsWith(
        file('src/feed/feeds.ts', '/** New posts (docs/product/feed.md#new-posts), decisions 1 and 2. */'),
        file('src/feed/rules.ts', 'export const decide = (decision: Decision, of = inspect(sections)) => of'),
        file(
          'src/feed/sql.ts',
          '// docs/product/feed.md#ones-own, docs/decisions/0001-one.md, no decision yet',
        ),
        file(
          'docs/developing.md',
          '# Here\n\n[1](decisions/0001-one.md), [here](#here), `src/feed`, [x](https://x.org/#y)',
        ),
      ),
    ).toEqual([]))
})

describe('planted texts', () => {
  const program = [
    file(
      'src/web/feed/feed.tsx',
      '<p>\n  No items{\' \'}\n  yet. <Link to="/feed">See the feed</Link>, or wait.\n</p>',
    ),
    file(
      'src/web/add/texts.ts',
      "const title = ['Moved ', items, ' to category']\nconst other = 'It\\'s here'",
    ),
    file('src/web/add/texts.test.ts', "'Only in a test'"),
  ]
  const straysOf = (text: string) => strayTexts([...program, file('docs/product/feed.md', text)])

  it('texts of the program pass, also with tags, line breaks and variable parts', () =>
    expect(
      straysOf(
        "'No items yet. See the feed, or\nwait.', 'Moved {3 items} to category', 'It’s here', `'code'`, an owner's",
      ),
    ).toEqual([]))
  it.each(['No items here', 'Moved {3 items} to Inbox', 'Only in a test'])('%s is found', (text) =>
    expect(straysOf(`It says '${text}'.`)).toEqual([`docs/product/feed.md: ${text}`]),
  )
})

describe('planted names', () => {
  it.for([
    ['src/folio/routes.ts', 'call.requestKey', 'requestKey (idempotency key'],
    ['src/web/retry.ts', 'useRequestKey()', 'useRequestKey (idempotency key'],
    ['src/folio/sql.ts', 'await buryProducts(tx)', 'buryProducts (tombstone'],
    ['src/folio/sql.ts', 'const isBuried = true', 'isBuried (tombstone'],
    ['src/orders/sql.ts', 'if (row.isTold) return', 'isTold (reported'],
    ['src/orders/sql.ts', 'idOfRetold(pair)', 'idOfRetold (reported'],
    ['src/folio/service.ts', 'export function postProduct() {}', 'postProduct (publish'],
    ['src/platform/database/kept-statements.test.ts', '', 'keptStatements (prepared statement'],
  ])('%s: %s', ([path = '', text = '', problem = '']) =>
    expect(replacedNames([file(path, text)])).toEqual([`${path}: ${problem} in docs/glossary.md)`]),
  )

  it('similar names pass', () => {
    const innocent = [
      'latest',
      'partLater',
      'request.key',
      'postToLedger',
      'told_by',
      'retold_returns',
      'post products',
      'Canterbury',
    ]
    expect(replacedNames([file('src/folio/late.ts', innocent.join('\n'))])).toEqual([])
  })

  it('a right word that the glossary does not explain is found', () =>
    expect(unexplainedWords('| idempotency key | … |\n| short, publish | |\n| tombstone | |')).toEqual([
      'prepared statement',
      'cached',
      'reported',
    ]))
})

describe('planted packages', () => {
  const manifest = { dependencies: { fastify: '5.1.0' }, devDependencies: { vitest: '^5.0.0' } }

  it('a floating version is found', () => {
    expect(floatingVersions(manifest)).toEqual(['vitest ^5.0.0'])
    expect(floatingVersions({ dependencies: { pg: 'latest', zod: '4.6.x', vite: '8.0.0-beta.1' } })).toEqual([
      'pg latest',
      'zod 4.6.x',
    ])
  })

  it('a package without a reason is found, and a reason without a package', () => {
    const document = '- `fastify`:\n- `express`: It serves requests over HTTP.\n'
    expect(reasonProblems(manifest, document)).toEqual([
      'fastify has no reason in docs/dependencies.md',
      'vitest has no reason in docs/dependencies.md',
      'docs/dependencies.md explains express, which is not used',
    ])
  })

  it('a lockfile of one platform, of other packages or of one registry is found', () => {
    const lockfile = {
      packages: {
        '': { dependencies: { fastify: '5.0.0' }, devDependencies: manifest.devDependencies },
        'node_modules/vitest': {
          integrity: 'sha512-…',
          optionalDependencies: { 'vitest-linux-arm64-musl': '5.0.0', 'vitest-linux-x64': '5.0.0' },
        },
        'node_modules/vitest-linux-x64': { optional: true, os: ['linux'], cpu: ['x64'] },
        'node_modules/fastify': { resolved: 'https://registry.example/fastify.tgz' },
      },
    }
    expect(lockfileProblems(manifest, JSON.stringify(lockfile))).toEqual([
      'node_modules/vitest-linux-arm64-musl is missing: run npm run lock:complete',
      'dependencies differ from package.json: run npm install',
      'node_modules/fastify has no integrity: run npm install with a registry that has it',
      'it names the registry it was made with',
    ])
  })
})

describe('planted advisory locks', () => {
  const list = { books: 7_305_914_232, merging: 7_305_914_233 }

  it('a number of two things is found', () =>
    expect(lockProblems([], { ...list, signing: list.books })).toEqual(['books and signing are one number']))
  it.for([
    ['src/orders/sql.ts', 'sql`select pg_advisory_xact_lock(7305914232)`', '7305914232'],
    ['src/orders/sql.ts', 'sql`select pg_try_advisory_xact_lock(${mergeLock})`', '${mergeLock}'],
    ['src/orders/sql.ts', "client.query('select pg_advisory_lock($1)', [7_305_914_232])", '$1'],
    ['db/demo/fill.ts', "client.query('select pg_advisory_lock($1)', [demoLock])", '$1'],
    ['db/migrations/0200_new.sql', 'perform pg_advisory_xact_lock_shared(7305914239);', '7305914239'],
  ])('%s: %s', ([path = '', text = '', number = '']) =>
    expect(lockProblems([file(path, text)], list)).toEqual([
      `${path} locks by ${number}, which is not in advisory-locks.ts`,
    ]),
  )
  it.for([
    ['src/orders/sql.ts', 'sql`select pg_advisory_xact_lock(${advisoryLocks.merging})`'],
    ['src/identity/sql.ts', 'sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`'],
    ['db/demo/fill.ts', "query('select pg_try_advisory_lock($1)', [\n  advisoryLocks.books,\n])"],
    ['db/functions/orders/new.sql', 'perform pg_advisory_xact_lock(7305914232);'],
  ])('%s: %s passes', ([path = '', text = '']) => expect(lockProblems([file(path, text)], list)).toEqual([]))
})
