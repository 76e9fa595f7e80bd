import type pg from 'pg'

/** Runs the statements of a file. An error names the file and the line. */
export async function runFile(client: pg.Client, file: string, text: string): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    const { message, position } = error as Error & { position?: string }
    const line = position ? `:${text.slice(0, Number(position)).split('\n').length}` : ''
    throw Object.assign(error as Error, { message: `${file}${line}: ${message}` })
  }
}
