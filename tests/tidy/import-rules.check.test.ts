import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawMap, withMap } from '../../scripts/map.ts'
import { brokenBy, cruise } from './cruise.ts'
import { projectDir, projectFiles, temporaryProject } from './project-files.ts'

/** Each rule's name, a file that breaks it, and how. */
const planted: [rule: string, file: string, statement: string][] = [
  ['no-circular-imports', 'src/folio/one.ts', "import { two } from './two.ts'"],
  ['no-circular-imports', 'src/folio/three.ts', "import type { Four } from './four.ts'"],
  ['no-circles-among-tests', 'tests/plans/rows.ts', "import { open } from './session.ts'"],
  ['no-circles-among-tests', 'src/folio/testing/shelf.ts', "import { fill } from './fill.ts'"],
  ['no-unknown-imports', 'src/folio/lost.ts', "import { x } from './nowhere.ts'"],
  ['no-development-packages', 'src/platform/check.ts', "import { assert } from 'fast-check'"],
  [
    'program-knows-no-tests',
    'src/platform/probe.ts',
    "import { createTestDatabase } from '../../tests/tool.ts'",
  ],
  ['program-knows-no-tests', 'src/platform/try.ts', "import { cases } from './cursor.test.ts'"],
  ['program-knows-no-tests', 'src/platform/act.ts', "import { play } from './testing/play.ts'"],
  ['program-knows-no-tests', 'db/demo/run.ts', "import { tool } from '../../tests/tool.ts'"],
  ['tools-know-no-test-files', 'bench/run.ts', "import { play } from '../src/platform/testing/play.ts'"],
  ['tools-know-no-test-files', 'scripts/try.ts', "import { cases } from '../src/platform/cursor.test.ts'"],
  ['fakes-know-no-program', 'tests/fakes/shop.ts', "import { rows } from '../../src/orders/sql.ts'"],
  ['demo-uses-the-services', 'db/demo/orders.ts', "import { rows } from '../../src/orders/sql.ts'"],
  ['nothing-imports-the-composition-roots', 'src/platform/start.ts', "import type { App } from '../app.ts'"],
  ['nothing-imports-the-composition-roots', 'src/orders/grant.ts', "import { run } from '../admin.ts'"],
  ['shared-is-pure', 'src/shared/dates.ts', "import type { Clock } from '../platform/clock.ts'"],
  ['shared-needs-no-package', 'src/shared/ids.ts', "import { randomUUID } from 'node:crypto'"],
  ['shared-needs-no-package', 'src/shared/robots.ts', "import { isbot } from 'isbot'"],
  ['zod-only-in-schemas', 'src/shared/price.ts', "import { z } from 'zod'"],
  ['zod-only-in-schemas', 'src/shared/title.ts', "import { text } from './schemas.ts'"],
  ['platform-knows-no-business', 'src/platform/mail.ts', "import { users } from '../identity/index.ts'"],
  ['platform-knows-no-business', 'src/platform/html.ts', "import { api } from '../web/api/client.ts'"],
  ['pages-know-no-slice', 'src/pages/product.ts', "import type { Item } from '../folio/contract.ts'"],
  ['only-composition-roots-serve-pages', 'src/folio/refresh.ts', "import { flush } from '../pages/cache.ts'"],
  ['slices-know-no-web', 'src/people/avatar.ts', "import { api } from '../web/api/client.ts'"],
  ['server-imports-no-tsx', 'src/platform/render.ts', "import { Page } from '../web/page.tsx'"],
  ['web-knows-only-contracts-and-shared', 'src/web/feed.tsx', "import { list } from '../feed/index.ts'"],
  [
    'web-knows-only-contracts-and-shared',
    'src/web/time.ts',
    "import type { Clock } from '../platform/clock.ts'",
  ],
  ['web-takes-only-types-from-contracts', 'src/web/form.tsx', "import { shape } from '../folio/contract.ts'"],
  [
    'web-takes-only-types-from-contracts',
    'src/web/lazy.tsx',
    "const f = () => import('../folio/contract.ts')",
  ],
  ['web-needs-no-zod', 'src/web/check.tsx', "export { z } from 'zod'"],
  ['web-needs-no-zod', 'src/web/field.tsx', "import { text } from '../shared/schemas.ts'"],
  ['ui-knows-no-product', 'src/web/ui/thumb.tsx', "import { Picture } from '../product/picture.tsx'"],
  ['ui-knows-no-product', 'src/web/ui/name.tsx', "import { money } from '../../shared/money.ts'"],
  ['web-needs-no-node', 'src/web/hash.ts', "import { createHash } from 'node:crypto'"],
  [
    'contracts-and-rules-are-pure',
    'src/orders/rules.ts',
    "import type { Context } from '../platform/context.ts'",
  ],
  ['contracts-and-rules-are-pure', 'src/orders/contract.ts', "import type { Row } from './sql.ts'"],
  ['contracts-and-rules-need-no-package', 'src/orders/match-rules.ts', "import pg from 'pg'"],
  [
    'contracts-and-rules-need-no-package',
    'src/orders/file-rules.ts',
    "import { readFile } from 'node:fs/promises'",
  ],
  ['contracts-know-no-rules', 'src/earnings/contract.ts', "import { fee } from './rules.ts'"],
  ['sql-knows-only-platform', 'src/earnings/posting-sql.ts', "import { post } from './service.ts'"],
  ['sql-knows-only-platform', 'src/earnings/ledger-sql.ts', "import { fee } from './rules.ts'"],
  ['routes-use-their-service', 'src/earnings/routes.ts', "import { rows } from './sql.ts'"],
  ['routes-use-their-service', 'src/earnings/jobs.ts', "import { fee } from './rules.ts'"],
  ['routes-stay-in-their-slice', 'src/clicks/routes.ts', "import { resolve } from '../folio/index.ts'"],
  ['services-know-no-routes', 'src/clicks/service.ts', "import { clicksRoutes } from './routes.ts'"],
  ['slices-meet-at-their-index', 'src/feed/service.ts', "import { rows } from '../folio/sql.ts'"],
  ['slices-meet-at-their-index', 'src/feed/list.ts', "import type { Verdict } from '../clicks/rules.ts'"],
  ['slices-meet-at-their-index', 'src/feed/ask.ts', "import { post } from '../folio/service.ts'"],
  ['an-index-is-for-others', 'src/folio/products/link.ts', "import { post } from '../index.ts'"],
  ['nothing-imports-feed-or-account', 'src/orders/service.ts', "import { list } from '../feed/index.ts'"],
  ['nothing-imports-feed-or-account', 'src/feed/leave.ts', "import { erase } from '../account/index.ts'"],
  ['identity-imports-leftward', 'src/identity/service.ts', "import { put } from '../media/index.ts'"],
  ['audit-imports-leftward', 'src/audit/service.ts', "import { find } from '../people/index.ts'"],
  ['news-imports-leftward', 'src/news/service.ts', "import { find } from '../people/index.ts'"],
  ['media-imports-leftward', 'src/media/service.ts', "import { find } from '../people/index.ts'"],
  ['people-imports-leftward', 'src/people/service.ts', "import { list } from '../folio/index.ts'"],
  ['amazon-imports-leftward', 'src/amazon/service.ts', "import { list } from '../folio/index.ts'"],
  ['folio-imports-leftward', 'src/folio/service.ts', "import { count } from '../clicks/index.ts'"],
  ['lists-imports-leftward', 'src/lists/service.ts', "import { hide } from '../moderation/index.ts'"],
  ['moderation-imports-leftward', 'src/moderation/service.ts', "import { count } from '../clicks/index.ts'"],
  ['clicks-imports-leftward', 'src/clicks/view.ts', "import { payee } from '../earnings/index.ts'"],
  ['payouts-imports-leftward', 'src/payouts/service.ts', "import { week } from '../notes/index.ts'"],
  [
    'orders-imports-leftward',
    'src/orders/posting/late.ts',
    "import { receipts } from '../../payouts/index.ts'",
  ],
  [
    'earnings-imports-leftward',
    'src/earnings/service.ts',
    "import type { Order } from '../orders/contract.ts'",
  ],
]

/** The same kinds of imports, but allowed. */
const allowed: [file: string, statement: string][] = [
  ['src/shared/schemas.ts', "import { z } from 'zod'"],
  ['src/shared/contract.ts', "import type { z } from 'zod'"],
  ['src/platform/clock.ts', "import { errors } from '../shared/errors.ts'"],
  ['src/pages/cache.ts', "import type { Api } from '../web/api/client.ts'"],
  ['src/web/api/client.ts', "import type { folioContract } from '../../folio/contract.ts'"],
  [
    'src/web/page.tsx',
    "import { cents } from '../shared/money.ts'\nexport const Page = () => <i>{cents<1>(1)}</i>",
  ],
  ['src/web/ui/list.tsx', "import { useMedia } from '../browser/media.ts'"],
  ['src/folio/contract.ts', "import { person } from '../people/contract.ts'"],
  ['src/folio/rules.ts', "import { cents } from '../shared/money.ts'"],
  ['src/folio/sql.ts', "import type { Title } from './rules.ts'"],
  ['src/folio/routes.ts', "import { post } from './service.ts'"],
  ['src/account/service.ts', "import { list } from '../orders/index.ts'"],
  ['src/account/read.ts', "import type { List } from './index.ts'"],
  ['tests/fakes/amazon.ts', "import { cents } from '../../src/shared/money.ts'"],
  ['bench/browser.ts', "import { tool } from '../tests/tool.ts'"],
  ['src/account/erase.test.ts', "import { rows } from '../orders/sql.ts'\nimport '../../tests/tool.ts'"],
  ['src/app.ts', "import { rows } from './orders/sql.ts'\nimport { flush } from './pages/cache.ts'"],
  ['src/admin.ts', "export { rows as run } from './orders/sql.ts'"],
]

// The targets of the imports above, and the other half of the circles.
const fixtures = [
  'src/earnings/sql.ts',
  'src/shared/money.ts',
  'src/shared/errors.ts',
  'src/people/contract.ts',
  'src/earnings/rules.ts',
]
  .concat('src/orders/sql.ts', 'src/platform/context.ts', 'src/platform/cursor.test.ts', 'tests/tool.ts')
  .concat('src/platform/testing/play.ts', 'src/clicks/rules.ts')
  .concat('src/web/browser/media.ts', 'src/web/product/picture.tsx')
  .concat(
    'identity media people folio moderation clicks earnings orders payouts notes feed account'
      .split(' ')
      .map((slice) => `src/${slice}/index.ts`),
  )

const files: Record<string, string> = {
  ...Object.fromEntries(fixtures.map((file) => [file, 'export const value = 1'])),
  'src/folio/two.ts': "import { one } from './one.ts'",
  'src/folio/four.ts': "import type { Three } from './three.ts'",
  'tests/plans/session.ts': "import { rows } from './rows.ts'",
  'src/folio/testing/fill.ts': "import { shelf } from './shelf.ts'",
  ...Object.fromEntries([...planted.map(([, ...rest]) => rest), ...allowed]),
}

describe('the import rules', () => {
  const project = temporaryProject(['.dependency-cruiser.cjs'], files)
  let result: ReturnType<typeof cruise>
  beforeAll(() => {
    result = cruise(project.folder)
  })
  afterAll(project.remove)

  it.for(planted)('%s: %s may not %s', ([rule, file]) => expect(brokenBy(result, file)).toContain(rule))

  it.for(allowed)('%s may %s', ([file]) => expect(brokenBy(result, file)).toEqual([]))

  it('are all tested, and all have a reason', () => {
    const rules = result.summary.ruleSetUsed.forbidden
    expect(new Set(planted.map(([rule]) => rule))).toEqual(new Set(rules.map(({ name }) => name)))
    expect(rules.filter(({ comment = '' }) => comment.length < 20)).toEqual([])
  })
})

describe('on the project itself', () => {
  // Imports in a file, as far as a pattern finds them; types written as import('…') are banned as leftovers.
  const statements =
    /^(?:import|export)\s(?:[^'"]*?\sfrom )?'(\.[^']+)'|(?<!typeof )\bimport\('(\.[^']+)'\)/gm

  let modules: ReturnType<typeof cruise>['modules']
  beforeAll(() => {
    modules = cruise(projectDir).modules
  })

  it('docs/ARCHITECTURE.md draws who calls whom: npm run docs:map updates it', () => {
    const imports = modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    )
    const text = readFileSync(`${projectDir}/docs/ARCHITECTURE.md`, 'utf8')
    expect(text).toBe(withMap(text, drawMap(imports)))
  })

  it('every import is checked, of types and in .tsx files too', () => {
    const seen = new Map(
      modules.map((module) => [module.source, module.dependencies.map((one) => one.module)]),
    )
    const sources = projectFiles().filter(
      ({ path }) => /^(src|db|scripts|bench|tests)\/.*\.tsx?$/.test(path) && !path.startsWith('tests/tidy/'),
    )
    const unseen = sources.flatMap(({ path, text }) => {
      const names = [...text.matchAll(statements)].map(([, fixed, lazy]) => fixed ?? lazy ?? '')
      return names
        .filter((name) => !name.includes('.gen') && !seen.get(path)?.includes(name))
        .map((name) => [path, name])
    })
    expect(sources.length).toBeGreaterThan(100)
    expect(unseen).toEqual([])
  })
})
