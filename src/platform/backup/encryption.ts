import { readFile } from 'node:fs/promises'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { OperatorError } from '../operator-error.ts'

/** How every file in the age format begins. */
const ageStart = 'age-encryption.org/v1\n'

/** What an archive is written into, and when all of it has gone through. */
type Encrypting = { sink: Writable; done: Promise<void> }

/**
 * Encrypts what is written for `recipients` (`age1…`), so that only who has one of their keys can read it, and hands it
 * on to `sink`. Throws OperatorError for a recipient that is none.
 */
export async function encryptInto(sink: Writable, recipients: string[]): Promise<Encrypting> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new OperatorError(`${recipient} is no recipient of the age format: they begin with age1.`)
    }
  const plain = new PassThrough()
  const encrypted = await encrypter.encrypt(Readable.toWeb(plain) as globalThis.ReadableStream<Uint8Array>)
  const done = pipeline(Readable.fromWeb(encrypted as ReadableStream), sink)
  // Whoever writes learns of it where they write.
  done.catch((error: Error) => plain.destroy(error))
  return { sink: plain, done }
}

/**
 * Reads an archive, encrypted or not. `identityFile` holds the secret keys (`AGE-SECRET-KEY-…`), a line each, as
 * age-keygen writes them. Throws OperatorError where the archive is encrypted and none of them fits.
 */
export async function decrypted(source: Readable, identityFile: string | undefined): Promise<Readable> {
  const first = await firstBytes(source)
  if (first?.subarray(0, ageStart.length).toString('latin1') !== ageStart) return source
  if (!identityFile)
    throw new OperatorError('This archive is encrypted. Name the file of its secret key: --identity <file>.')
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const line of await linesOf(identityFile))
    try {
      decrypter.addIdentity(line)
    } catch {
      throw new OperatorError(`${identityFile} holds a line that is no secret key of the age format.`)
    }
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>)
    return Readable.fromWeb(plain as ReadableStream)
  } catch (error) {
    throw new OperatorError('This archive was encrypted for another key.', { cause: error })
  }
}

/** What the stream begins with; it is read again from there. */
async function firstBytes(source: Readable): Promise<Buffer | undefined> {
  const iterator = source.iterator({ destroyOnReturn: false })
  const { value } = await iterator.next()
  await iterator.return?.()
  if (value) source.unshift(value)
  return value
}

async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new OperatorError(`Cannot read ${file}: ${error.message}`)
  })
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
}
