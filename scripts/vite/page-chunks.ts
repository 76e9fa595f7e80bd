import type { Rolldown } from 'vite'

/** In the order in which they may import each other. */
const pageChunks = ['page', 'public', 'product', 'lists', 'screens', 'feed', 'people', 'person'] as const

/** Folders of screens behind sign-in, and to sign in, of which a person who opens one opens others. */
const families = {
  admin: /\/src\/web\/admin\//,
  earnings: /\/src\/web\/earnings\//,
  collection: /\/src\/web\/my-folio\//,
  auth: /\/src\/web\/account\/(sign-in|link|reset|undo|stop)\//,
}
const familyNames = Object.keys(families) as (keyof typeof families)[]

type Chunk = (typeof pageChunks)[number] | keyof typeof families
type Modules = {
  importsOf: (module: string) => string[]
  laterImportsOf: (module: string) => readonly string[]
}

/** The router's index names it, and only forms behind sign-in use it. */
const onlyNamed = '/react-router/dist/esm/useBlocker.js'

/**
 * How the scripts of public pages are put together. What every page loads is one file, what a product page shares with
 * feed or profile one more, and what it adds a third: compressed together they are 6 % smaller than in the dozens of
 * pieces that sharing would make of them. So is what feed and profiles share with each other, or each with other
 * screens, and what each of them adds. The screens of a family are one file, with what nobody else needs. What a page
 * imports later stays by itself. `entry` is the browser's entry.
 */
export function publicPageChunks(entry: string): Rolldown.CodeSplittingGroup[] {
  let chunkOf: Map<string, Chunk> | undefined
  const group = (chunk: Chunk): Rolldown.CodeSplittingGroup => ({
    name: (id, context) => {
      chunkOf ??= assign(entry, {
        importsOf: (module) =>
          (context.getModuleInfo(module)?.importedIds ?? []).filter((name) => !name.endsWith(onlyNamed)),
        laterImportsOf: (module) => context.getModuleInfo(module)?.dynamicallyImportedIds ?? [],
      })
      return chunkOf.get(id) === chunk ? chunk : null
    },
  })
  return [
    // A chunk takes with it what its modules import, unless one before it has taken that.
    ...pageChunks.map((chunk, position) => ({ ...group(chunk), priority: pageChunks.length - position })),
    ...familyNames.map((name) => ({ ...group(name), includeDependenciesRecursively: false })),
  ]
}

/** Whether it is a route's component, which the router splits off. */
const isComponent = (part: string) => part.includes('?tsr-split=component')

function assign(entry: string, { importsOf, laterImportsOf }: Modules): Map<string, Chunk> {
  const page = reachable([entry], importsOf)
  const components = [...page].flatMap(laterImportsOf).filter(isComponent)
  const neededBy = (isWanted: (component: string) => boolean) =>
    reachable(components.filter(isWanted).flatMap(importsOf), importsOf)
  const isFeed = (component: string) => component.includes('/routes/feed.tsx')
  const isProfile = (component: string) => component.includes('/routes/$username.tsx')
  const feed = neededBy(isFeed)
  const profile = neededBy(isProfile)
  const product = neededBy((component) => component.includes('/routes/l/$ref.tsx'))
  const elsewhere = neededBy((component) => !isFeed(component) && !isProfile(component))
  const everything = reachable([entry], (module) => [...importsOf(module), ...laterImportsOf(module)])
  const late = [...everything].flatMap(laterImportsOf)
  function family(folder: RegExp): string[] {
    const isOwn = (part: string) =>
      folder.test(part) || (isComponent(part) && importsOf(part).some((name) => folder.test(name)))
    const others = late.filter((part) => !isOwn(part))
    const elsewhere = reachable(others, importsOf)
    return [...reachable(components.filter(isOwn), importsOf)].filter((module) => !elsewhere.has(module))
  }
  const modules: Record<Chunk, Iterable<string>> = {
    page,
    public: [...product].filter((module) => feed.has(module) || profile.has(module)),
    product,
    lists: [...feed].filter((module) => profile.has(module)),
    screens: [...feed].filter((module) => elsewhere.has(module)),
    feed,
    people: [...profile].filter((module) => elsewhere.has(module)),
    person: profile,
    admin: family(families.admin),
    earnings: family(families.earnings),
    collection: family(families.collection),
    // The server names the component of a page that it draws, so that the browser asks for it at once.
    auth: family(families.auth).filter((module) => !isComponent(module)),
  }
  const chunkOf = new Map<string, Chunk>()
  for (const chunk of [...pageChunks, ...familyNames])
    for (const module of modules[chunk]) if (!chunkOf.has(module)) chunkOf.set(module, chunk)
  return chunkOf
}

function reachable(roots: string[], importsOf: (module: string) => string[]): Set<string> {
  const found = new Set(roots)
  // A set grows while it is walked.
  for (const module of found) for (const next of importsOf(module)) found.add(next)
  return found
}
