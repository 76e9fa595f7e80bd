import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

export const projectDir = path.resolve(import.meta.dirname, '../..')

/** The environment of a program started here: without variables that would change Folio's settings. */
export const plainEnvironment: Record<string, string> = Object.fromEntries(
  ['PATH', 'HOME', 'LANG', 'TMPDIR']
    .map((name) => [name, process.env[name]])
    .filter((entry): entry is [string, string] => entry[1] !== undefined),
)

/**
 * Runs one of the benchmark's own files in a process of its own, with something to read, and returns what it prints.
 */
export async function runFile(file: string, input: string): Promise<string> {
  const child = spawn(process.execPath, [path.join(projectDir, 'bench', file)], { stdio: 'pipe' })
  child.stdin.end(input)
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  if (code !== 0) throw new Error(`${file} failed:\n${complaint}`)
  return output
}

const pathWithNode = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter)

export type Running = { line: string; pid: number; stop(): Promise<void> }

/**
 * Starts a program and waits until it prints a line that matches. Throws with what it has said when it ends before.
 * `node` is the project's. `stop` sends SIGTERM and waits for the end.
 */
export async function startProgram(
  [program = '', ...args]: string[],
  { env = {}, ready }: { env?: Record<string, string>; ready: RegExp },
): Promise<Running> {
  const child = spawn(program, args, {
    cwd: projectDir,
    env: { ...plainEnvironment, ...env, PATH: pathWithNode },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { line: await lineOf(child, ready), pid: child.pid ?? 0, stop }
}

function lineOf(
  child: ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream },
  ready: RegExp,
) {
  const said: string[] = []
  return new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        said.push(line)
        if (ready.test(line)) resolve(line)
      })
    child.once('error', reject)
    child.once('exit', () =>
      reject(new Error(`A program ended early. It said:\n${said.slice(-20).join('\n')}`)),
    )
  })
}
