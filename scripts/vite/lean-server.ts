import path from 'node:path'
import type { Plugin } from 'vite'
import { lessText } from './less-text.ts'

const projectDir = path.resolve(import.meta.dirname, '../..')

/** React's renderer to a text, as published; its other one writes streams. */
const renderer = 'node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js'

/**
 * Builds what renders pages on the server together with its packages: most of them is never reached, and as files of
 * their own they take three megabytes more while the program runs (decision 93).
 */
export function leanServer(): Plugin {
  return {
    name: 'lean-server',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    configEnvironment: (name) =>
      name === 'ssr'
        ? {
            resolve: { noExternal: true },
            define: { 'process.env.NODE_ENV': JSON.stringify('production') },
            build: {
              // For stacks at `LOG_LEVEL=debug`.
              sourcemap: true,
              rolldownOptions: { output: { minify: lessText, sourcemapExcludeSources: true } },
            },
          }
        : undefined,
    resolveId: {
      filter: { id: /^react-dom\/server$/ },
      handler: () => path.join(projectDir, renderer),
    },
  }
}
