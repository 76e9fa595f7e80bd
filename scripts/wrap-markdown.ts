// Wraps what is too wide in the documents: part of `npm run format`.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { wrapMarkdown } from './markdown.ts'

const projectDir = path.join(import.meta.dirname, '..')
const documents = ['*.md', '{docs,src,tests,bench,db}/**/*.md']
for (const name of globSync(documents, { cwd: projectDir })) {
  const file = path.join(projectDir, name)
  const text = readFileSync(file, 'utf8')
  const wrapped = wrapMarkdown(text)
  if (wrapped !== text) writeFileSync(file, wrapped)
}
