// Who may import whom. Every rule is proven by a planted violation in tests/tidy/import-rules.check.test.ts.

/** A slice may import those on its left. */
const order = [
  'identity',
  'audit',
  'news',
  'media',
  'people',
  'amazon',
  'folio',
  'lists',
  'moderation',
  'clicks',
  'earnings',
  'orders',
  'payouts',
  'notes',
]
const composed = ['feed', 'account', 'operations', 'rest']
const slice = `(${[...order, ...composed].join('|')})`

const compositionRoots =
  '^src/(app|services|main|start|serve|worker|dev|admin|backup|checks|doctor|precaution|restore|upgrade-check|verify)\\.ts$'
/** Tests, and what only they use, may import anything. */
const tests = ['\\.test\\.tsx?$', '/testing/']

/** Files of one kind in any slice: `sql.ts`, and `posting-sql.ts` where a slice has grown. */
const place = (names) => `(?:/|/.*[/-])(?:${names.join('|')})\\.ts$`
const kind = (...names) => `^src/${slice}${place(names)}`
/** What a slice shows others. */
const indexes = `^src/${slice}/index\\.ts$`
/** What holds at run time only: a type that crosses is gone when the program runs. */
const values = { dependencyTypesNot: ['type-only'] }
const npm = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown']
const zod = '(^|/)node_modules/zod/'

/** A forbidden import between files that are not tests. */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { ...from, pathNot: [...tests, ...(from.pathNot ?? [])] },
  to,
})

module.exports = {
  forbidden: [
    forbid(
      'no-circular-imports',
      'Files that need each other are one file, or hide a third that both need.',
      {},
      { circular: true },
    ),
    {
      name: 'no-circles-among-tests',
      comment: 'What tests share has to be readable by itself as well: a circle hides who needs whom.',
      severity: 'error',
      from: { path: ['^tests/', ...tests] },
      to: { circular: true },
    },
    forbid(
      'no-unknown-imports',
      'An import that leads nowhere fails only when the line is reached.',
      { path: '^src/', pathNot: [compositionRoots] },
      { couldNotResolve: true },
    ),
    forbid(
      'no-development-packages',
      'The program must run where npm was told to omit development packages.',
      { path: '^src/', pathNot: ['^src/dev\\.ts$'] },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], ...values },
    ),
    forbid(
      'program-knows-no-tests',
      'What is shipped must not lean on what checks it.',
      { path: '^(src|db)/' },
      { path: ['^(tests|bench|scripts)/', ...tests] },
    ),
    forbid(
      'tools-know-no-test-files',
      'A script or a benchmark may start what tests start, such as a browser; what a test checks is its own.',
      { path: '^(bench|scripts)/' },
      { path: tests },
    ),
    {
      name: 'fakes-know-no-program',
      comment:
        'A fake outside world that leaned on the program would agree with its mistakes. Names of shops it may read.',
      severity: 'error',
      from: { path: '^tests/fakes/' },
      to: { path: '^(src|db|bench)/', pathNot: '^src/shared/' },
    },
    forbid(
      'demo-uses-the-services',
      'Demo data goes the way of a person, so that it proves the services and cannot be what they would refuse.',
      { path: '^db/demo/' },
      { path: `^src/${slice}/`, pathNot: [indexes, kind('contract')] },
    ),
    forbid(
      'nothing-imports-the-composition-roots',
      'They wire the parts together. A part that asks for them asks for everything.',
      { path: '^src/', pathNot: [compositionRoots] },
      { path: compositionRoots },
    ),
    forbid(
      'shared-is-pure',
      'It runs in the browser too and every part leans on it: it must know none of them, nor Node or a package.',
      { path: '^src/shared/' },
      { path: '^src/', pathNot: '^src/shared/' },
    ),
    forbid(
      'shared-needs-no-package',
      'What every page may load must stay small: only the shapes of calls are made with zod.',
      { path: '^src/shared/' },
      { dependencyTypes: [...npm, 'core'], pathNot: zod },
    ),
    forbid(
      'zod-only-in-schemas',
      'Pages import the rest of shared, and zod would come with it.',
      { path: '^src/shared/', pathNot: ['^src/shared/schemas\\.ts$'] },
      { path: [zod, '^src/shared/schemas\\.ts$'], ...values },
    ),
    forbid(
      'platform-knows-no-business',
      'The platform carries every slice and must not change for one.',
      { path: '^src/platform/' },
      { path: '^src/', pathNot: ['^src/(platform|shared)/'] },
    ),
    forbid(
      'pages-know-no-slice',
      'The page server gets its data through the calls like any other client, and shows whatever the web renders.',
      { path: '^src/pages/' },
      {
        path: '^src/',
        pathNot: ['^src/(pages|platform|shared)/', '^src/web/(api/client\\.ts|entry-server\\.tsx)$'],
      },
    ),
    forbid(
      'only-composition-roots-serve-pages',
      'Serving pages is the outermost layer.',
      { path: '^src/', pathNot: [compositionRoots, '^src/pages/'] },
      { path: '^src/pages/' },
    ),
    forbid(
      'slices-know-no-web',
      'The server answers any client; the web is one of them.',
      { path: `^src/${slice}/` },
      { path: '^src/web/' },
    ),
    forbid(
      'server-imports-no-tsx',
      'Node runs the server’s files as they are, and strips types but does not read JSX.',
      {
        path: '^(src|db|scripts|bench)/',
        pathNot: ['^src/web/', '^src/dev\\.ts$', '^src/pages/renderer\\.ts$'],
      },
      { path: '\\.tsx$' },
    ),
    forbid(
      'web-knows-only-contracts-and-shared',
      'A contract says all that a page may rely on; anything else would pull the server into the browser.',
      { path: '^src/web/' },
      { path: '^src/', pathNot: ['^src/(web|shared)/', '^src/contracts\\.ts$', kind('contract')] },
    ),
    forbid(
      'web-takes-only-types-from-contracts',
      'A contract’s schemas are the server’s. In the first load of a public page there is no room for a validator.',
      { path: '^src/web/' },
      { path: ['^src/contracts\\.ts$', kind('contract')], ...values },
    ),
    forbid(
      'web-needs-no-zod',
      'The server validates; a page shows what the server answers.',
      { path: '^src/web/' },
      { path: [zod, '^src/shared/schemas\\.ts$'] },
    ),
    forbid(
      'web-needs-no-node',
      'Browsers have none of Node’s modules.',
      { path: '^src/web/' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'ui-knows-no-product',
      'Buttons, fields and dialogs serve every page: what is of products, people or accounts stands with those.',
      { path: '^src/web/ui/' },
      { path: '^src/', pathNot: ['^src/web/(ui|browser)/', '^src/shared/full-name\\.ts$'] },
    ),
    forbid(
      'contracts-and-rules-are-pure',
      'Decisions that know neither database nor network can be read, and tested, by themselves.',
      { path: kind('contract', 'rules') },
      { path: '^src/', pathNot: ['^src/shared/', kind('contract'), kind('rules')] },
    ),
    forbid(
      'contracts-and-rules-need-no-package',
      'A decision is a pure function: of packages it may use zod, Node’s hashes and the list of known bots.',
      { path: kind('contract', 'rules') },
      { dependencyTypes: [...npm, 'core'], pathNot: [zod, '^crypto$', '(^|/)node_modules/isbot/'] },
    ),
    forbid(
      'contracts-know-no-rules',
      'A contract is what others may rely on; how a slice decides is its own business.',
      { path: kind('contract') },
      { path: kind('rules') },
    ),
    forbid(
      'sql-knows-only-platform',
      'Statements are the lowest layer: they take values and return rows.',
      { path: kind('sql') },
      { path: '^src/', pathNot: ['^src/(platform|shared)/', `^src/$1${place(['sql'])}`], ...values },
    ),
    forbid(
      'routes-use-their-service',
      'A route is one sentence: parse, authorize, act, present. The steps are the service’s.',
      { path: kind('routes', 'jobs') },
      { path: [kind('sql'), kind('rules')], ...values },
    ),
    forbid(
      'routes-stay-in-their-slice',
      'What a call needs of another slice, its own service asks for.',
      { path: kind('routes', 'jobs') },
      { path: `^src/${slice}/`, pathNot: '^src/$1/', ...values },
    ),
    forbid(
      'services-know-no-routes',
      'What a slice does must not depend on how it was asked.',
      { path: `^src/${slice}/`, pathNot: [kind('routes', 'jobs', 'slice'), `^src/${slice}/wire\\.ts$`] },
      { path: kind('routes', 'jobs') },
    ),
    forbid(
      'slices-meet-at-their-index',
      'The rest of a slice may change without asking anyone.',
      { path: `^src/${slice}/` },
      { path: `^src/${slice}/`, pathNot: ['^src/$1/', indexes, kind('contract')] },
    ),
    forbid(
      'an-index-is-for-others',
      'Inside a slice a file names the one it means; through the index everything would need everything.',
      { path: `^src/${slice}/`, pathNot: [kind('slice')] },
      { path: '^src/$1/index\\.ts$', ...values },
    ),
    forbid(
      'nothing-imports-feed-or-account',
      'They read and delete across all slices. What they offer is for people, not for other parts.',
      { path: '^src/([^/]+)/', pathNot: ['^src/(web|pages)/'] },
      { path: `^src/(${composed.join('|')})/`, pathNot: '^src/$1/' },
    ),
    ...order
      .slice(0, -1)
      .map((name, index) =>
        forbid(
          `${name}-imports-leftward`,
          `Slices stand in one order (${order.join(' < ')}), so that no two ever need each other. What must happen ` +
            'further right inside a transaction is a hook that app.ts wires.',
          { path: `^src/${name}/` },
          { path: `^src/(${order.slice(index + 1).join('|')})/` },
        ),
      ),
  ],
  options: {
    // By default it would read TypeScript with its compiler, which it cannot from version 7 on: it would then see few
    // imports and complain of none. swc shows it all of them, and which are of types only.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // The router writes this file: it imports every page, and every page its context.
    exclude: { path: '\\.gen\\.ts$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'require', 'types', 'default'],
    },
  },
}
