/** Files that are loaded or loading. A failed one is removed, and loaded again when it is needed. */
const brought = new Map<string, Promise<void>>()

function bring(address: string): Promise<void> {
  const known = brought.get(address)
  if (known) return known
  const coming = (address.endsWith('.css') ? styleSheet(address) : script(address)).catch((error) => {
    brought.delete(address)
    throw error
  })
  brought.set(address, coming)
  return coming
}

/** Loads a script and all that it imports into the browser's cache. */
async function script(address: string): Promise<void> {
  const answer = await ask(address)
  // The router knows this message and reloads the page once: after a new release its scripts may have other names.
  if (!answer.ok) throw new TypeError(`Failed to fetch dynamically imported module: ${address}`)
  const imports = (await answer.text()).matchAll(/(?:from|import)\s*["'`](\.\/[\w.$-]+\.js)["'`]/g)
  await Promise.all(Array.from(imports, ([, name = '']) => bring(new URL(name, address).href)))
}

/**
 * The page stays as the server drew it until its scripts are there. So before the app has taken it over, a script that
 * the network failed to bring is asked for again after 1, 2 and 4 seconds.
 */
async function ask(address: string): Promise<Response> {
  for (const pauseMs of [1_000, 2_000, 4_000]) {
    try {
      return await fetch(address)
    } catch (error) {
      if ('app' in document.documentElement.dataset) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return fetch(address)
}

function styleSheet(href: string): Promise<void> {
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new TypeError(`Unable to preload CSS for ${href}`))
    }
    document.head.append(link)
  })
}

/**
 * The build calls this for each `import()` (scripts/vite/load-part.ts). A browser remembers for the life of the page
 * that a module could not be loaded. So nothing is imported before all its files are loaded: after a moment offline the
 * next try succeeds.
 */
export async function loadPart<Part>(importIt: () => Promise<Part>, sheets: string[] = []): Promise<Part> {
  const [, name = ''] = /import\(["'`](\.\/[^"'`]+)["'`]\)/.exec(String(importIt)) ?? []
  const needed = [...sheets.map((sheet) => `/${sheet.replace(/^\//, '')}`), ...(name && [name])]
  await Promise.all(needed.map((file) => bring(new URL(file, `${location.origin}/assets/`).href)))
  return importIt()
}
