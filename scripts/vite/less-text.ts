import type { Plugin } from 'vite'

/** How what runs here is minified: less text to hold. Functions keep their names, for stacks (decision 93). */
export const lessText = {
  compress: false,
  mangle: { keepNames: true },
  codegen: { removeWhitespace: true },
} as const

/**
 * What is not ASCII would take each file twice the memory: as text it is held while the program runs, on the server.
 */
export function inAscii(): Plugin {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'in-ascii',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    // Last of all: what prints a chunk again would undo it.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = file.code.replaceAll(/[\u0080-\uffff]/g, escaped)
    },
  }
}
