import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Plugin } from 'vite'

type AppIcon = {
  size: number
  /** The drawing's share of the width; the rest is margin. */
  scale: number
  /** Without one the margin is transparent. */
  ground?: string
}

const paper = '#FBF9F6'

/**
 * By the names that the manifest and the pages' heads give (src/pages/documents/manifest.ts,
 * src/web/routes/__root.tsx).
 */
const appIconFiles: Record<string, AppIcon> = {
  'icons/192.png': { size: 192, scale: 1 },
  'icons/512.png': { size: 512, scale: 1 },
  // Launchers cut it to any shape: only the inner circle of 80 % is sure to be seen (W3C, maskable icons).
  'icons/maskable-512.png': { size: 512, scale: 0.56, ground: paper },
  // iOS rounds the corners and shows transparent parts black.
  'icons/apple-touch-180.png': { size: 180, scale: 0.7, ground: paper },
}

/** Draws the app's icons from one SVG while the browser's build is made, and on request in development. */
export function appIcons(drawing: string): Plugin {
  return {
    name: 'app-icons',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      for (const [fileName, icon] of Object.entries(appIconFiles))
        this.emitFile({ type: 'asset', fileName, source: await drawIcon(drawing, icon) })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const icon = appIconFiles[request.url?.slice(1) ?? '']
        if (!icon) return next()
        drawIcon(drawing, icon).then(
          (png) => response.setHeader('content-type', 'image/png').end(png),
          (error: unknown) => next(error),
        )
      })
    },
  }
}

async function drawIcon(drawing: string, { size, scale, ground }: AppIcon): Promise<Buffer> {
  const inner = Math.round(size * scale)
  const margin = Math.floor((size - inner) / 2)
  const rest = size - inner - margin
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
  // Read at the size it is drawn, so that edges are sharp: an SVG has 72 dots an inch, and ours is 32 wide.
  const svg = await sharp(await readFile(drawing), { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .toBuffer()
  return await sharp(svg)
    .extend({ top: margin, left: margin, bottom: rest, right: rest, background })
    .flatten(ground ? { background: ground } : false)
    .png()
    .toBuffer()
}
