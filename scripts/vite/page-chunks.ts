import type { Rolldown } from 'vite'

/** In the order in which they may import each other. */
const chunks = ['page', 'public', 'product', 'screens', 'lists', 'feed', 'profile'] as const

type Chunk = (typeof chunks)[number]
type Modules = {
  importsOf: (module: string) => string[]
  laterImportsOf: (module: string) => readonly string[]
}

/** The router's index names it, and only forms behind sign-in use it. */
const onlyNamed = '/react-router/dist/esm/useBlocker.js'

/**
 * How the scripts of public pages are put together. What every page loads is one file, what a product page shares with
 * feed or profile one more, and what it adds a third: compressed together they are 6 % smaller than in the dozens of
 * pieces that sharing would make of them. So is what feed and profiles share with each other, or with screens behind
 * sign-in, and what each of them adds. What a page imports later stays by itself. `entry` is the browser's entry.
 */
export function publicPageChunks(entry: string): Rolldown.CodeSplittingGroup[] {
  let chunkOf: Map<string, Chunk> | undefined
  // A chunk takes with it what its modules import, unless one before it has taken that.
  return chunks.map((chunk, position) => ({
    priority: chunks.length - position,
    name: (id, context) => {
      chunkOf ??= assign(entry, {
        importsOf: (module) =>
          (context.getModuleInfo(module)?.importedIds ?? []).filter((name) => !name.endsWith(onlyNamed)),
        laterImportsOf: (module) => context.getModuleInfo(module)?.dynamicallyImportedIds ?? [],
      })
      return chunkOf.get(id) === chunk ? chunk : null
    },
  }))
}

function assign(entry: string, { importsOf, laterImportsOf }: Modules): Map<string, Chunk> {
  const page = reachable([entry], importsOf)
  const components = [...page].flatMap(laterImportsOf).filter((part) => part.includes('?tsr-split=component'))
  const neededBy = (isWanted: (component: string) => boolean) =>
    reachable(components.filter(isWanted).flatMap(importsOf), importsOf)
  const isFeed = (component: string) => component.includes('/routes/feed.tsx')
  const isProfile = (component: string) => component.includes('/routes/$username.tsx')
  const feed = neededBy(isFeed)
  const profile = neededBy(isProfile)
  const product = neededBy((component) => component.includes('/routes/l.$ref.tsx'))
  const elsewhere = neededBy((component) => !isFeed(component) && !isProfile(component))
  const modules: Record<Chunk, Iterable<string>> = {
    page,
    public: [...product].filter((module) => feed.has(module) || profile.has(module)),
    product,
    screens: [...feed, ...profile].filter((module) => elsewhere.has(module)),
    lists: [...feed].filter((module) => profile.has(module)),
    feed,
    profile,
  }
  const chunkOf = new Map<string, Chunk>()
  for (const chunk of chunks)
    for (const module of modules[chunk]) if (!chunkOf.has(module)) chunkOf.set(module, chunk)
  return chunkOf
}

function reachable(roots: string[], importsOf: (module: string) => string[]): Set<string> {
  const found = new Set(roots)
  // A set grows while it is walked.
  for (const module of found) for (const next of importsOf(module)) found.add(next)
  return found
}
