// Makes the files of the display face from src/web/styles/fonts.css: `npm run fonts`.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fontFolder, webFonts } from './web-fonts.ts'

for (const { name, make } of webFonts()) {
  const bytes = await make()
  writeFileSync(path.join(fontFolder, name), bytes)
  console.log(`${name}: ${bytes.length} bytes`)
}
