import { readFile } from 'node:fs/promises'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { OperatorError } from '../operator-error.ts'

/** The first line of every file in the age format. */
const ageStart = 'age-encryption.org/v1\n'
/** The beginning of its header's last line. */
const headerEnd = '\n--- '
/** The headers of some hundred recipients. */
const maxHeaderBytes = 64 * 1024

/** The sink for an archive, and a promise that settles when everything has gone through it. */
type Encrypting = { sink: Writable; done: Promise<void> }

/**
 * Encrypts everything written to it for `recipients` (`age1…`), so that only owners of their keys can read it, and
 * passes it on to `sink`. Throws OperatorError for an invalid recipient.
 */
export async function encryptInto(sink: Writable, recipients: string[]): Promise<Encrypting> {
  const encrypter = await encrypterFor(recipients)
  const plain = new PassThrough()
  const encrypted = await encrypter.encrypt(Readable.toWeb(plain) as globalThis.ReadableStream<Uint8Array>)
  const done = pipeline(Readable.fromWeb(encrypted as ReadableStream), sink)
  // The writer gets this error from its next write.
  done.catch((error: Error) => plain.destroy(error))
  return { sink: plain, done }
}

/** The bytes of a file, encrypted for `recipients` if there are any. Throws OperatorError for an invalid one. */
export const encryptedBytes = async (bytes: Buffer, recipients: string[]): Promise<Buffer> =>
  recipients.length > 0 ? Buffer.from(await (await encrypterFor(recipients)).encrypt(bytes)) : bytes

/** Throws OperatorError if one of the recipients is invalid, such as a mistyped one: they include a checksum. */
export async function requireRecipients(recipients: string[]): Promise<void> {
  if (recipients.length > 0) await encrypterFor(recipients)
}

async function encrypterFor(recipients: string[]) {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new OperatorError(
        `${recipient} is not a recipient of the age format, or is mistyped: age-keygen writes them as age1…`,
      )
    }
  return encrypter
}

/**
 * Reads an archive, encrypted or not. `identityFile` holds the secret keys (`AGE-SECRET-KEY-…`), one a line, as
 * age-keygen writes them. Throws OperatorError if the archive is encrypted and none of them fits.
 */
export async function decrypted(source: Readable, identityFile: string | undefined): Promise<Readable> {
  const { first, whole } = await lookAhead(source)
  if (!isEncrypted(first)) return whole
  // Without a limit the library would read as much into memory as it takes to find the end of the header.
  if (!first.includes(headerEnd))
    throw new OperatorError('This archive is encrypted, but damaged at its beginning.')
  const decrypter = await decrypterOf(identityFile)
  const plain = await decrypter
    .decrypt(Readable.toWeb(whole) as globalThis.ReadableStream<Uint8Array>)
    .catch(otherKey)
  return Readable.fromWeb(plain as ReadableStream)
}

/** The bytes of a file that may be encrypted, as {@link decrypted}. */
export async function decryptedBytes(bytes: Buffer, identityFile: string | undefined): Promise<Buffer> {
  if (!isEncrypted(bytes)) return bytes
  return Buffer.from(await (await decrypterOf(identityFile)).decrypt(bytes).catch(otherKey))
}

const isEncrypted = (bytes: Buffer) => bytes.subarray(0, ageStart.length).toString('latin1') === ageStart

async function decrypterOf(identityFile: string | undefined) {
  if (!identityFile)
    throw new OperatorError('This archive is encrypted. Name the file of its secret key: --identity <file>.')
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const line of await linesOf(identityFile))
    try {
      decrypter.addIdentity(line)
    } catch {
      throw new OperatorError(`${identityFile} has a line that is not a secret key of the age format.`)
    }
  return decrypter
}

function otherKey(cause: unknown): never {
  throw new OperatorError('This archive was encrypted for another key, or is damaged.', { cause })
}

/** The beginning of a stream, as long as a header may be, and the whole stream. */
async function lookAhead(source: Readable): Promise<{ first: Buffer; whole: Readable }> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  const parts: Buffer[] = []
  for (let size = 0; size < maxHeaderBytes; size += parts.at(-1)?.length ?? 0) {
    const { value, done } = await chunks.next()
    if (done) break
    parts.push(value)
  }
  async function* all() {
    yield* parts
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { first: Buffer.concat(parts), whole: Readable.from(all(), { objectMode: false }) }
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
