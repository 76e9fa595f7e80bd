import type { Plugin } from 'vite'

const helper = /vite\/preload-helper(\.js)?$/

/**
 * Replaces the loader that Vite's build calls for each `import()` by one of our own, so that a part of the app that
 * failed to load can be loaded again. Fails the build when a new version does it differently.
 */
export function loadPartAgain(file: string): Plugin {
  let isReplaced = false
  return {
    name: 'load-part-again',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      order: 'post',
      filter: { id: helper },
      handler() {
        isReplaced = true
        return { code: `export { loadPart as __vitePreload } from ${JSON.stringify(file)}`, map: null }
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('Vite loads parts in a new way')
    },
  }
}
