import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, it, onTestFinished } from 'vitest'
import { readArchives } from './archives.ts'
import { decrypted, encryptedBytes } from './encryption.ts'
import { readPicturesBeside } from './pictures.ts'
import { folderPlace } from './places/folder.ts'

function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-bounds-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('a picture beside an archive is read as large as a picture can be (docs/backup.md#restoring)', async () => {
  const folder = newFolder()
  const sha256 = createHash('sha256').update('picture').digest('hex')
  const file = path.join(folder, 'pictures', sha256.slice(0, 2), sha256)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, 'picture')
  const read = readPicturesBeside(folderPlace(folder), undefined)
  expect((await read(sha256)).toString()).toBe('picture')
  // Takes nothing on the disk.
  truncateSync(file, 8 * 1024 ** 3)
  await expect(read(sha256)).rejects.toThrow('which is more than a file of that name can have')
})

it('what lies beside archives and is no receipt is left alone (docs/backup.md#restoring)', async () => {
  const folder = newFolder()
  for (const [name, text] of Object.entries({ a: 'no json', b: '[1]', c: '' }))
    writeFileSync(path.join(folder, `${name}.restored.json`), text)
  expect(await readArchives(folderPlace(folder))).toEqual({ archives: [], receipts: [] })
})

it('the header of an encrypted archive has an end (docs/backup.md#backing-up)', async () => {
  const identity = await generateX25519Identity()
  const file = path.join(newFolder(), 'key.txt')
  writeFileSync(file, identity)
  const bytes = await encryptedBytes(Buffer.alloc(200_000, 7), [await identityToRecipient(identity)])
  const inParts = (of: Buffer) =>
    Readable.from(
      Array.from({ length: Math.ceil(of.length / 1000) }, (_, n) => of.subarray(n * 1000, (n + 1) * 1000)),
    )
  expect(await buffer(await decrypted(inParts(bytes), file))).toEqual(Buffer.alloc(200_000, 7))
  let read = 0
  async function* endless() {
    yield Buffer.from('age-encryption.org/v1\n-> X25519 ')
    for (;;) {
      read += 10_000
      yield Buffer.alloc(10_000, 'a')
    }
  }
  await expect(decrypted(Readable.from(endless()), file)).rejects.toThrow('damaged at its beginning')
  expect(read).toBeLessThan(1_000_000)
  const broken = Buffer.from(bytes)
  broken.writeUInt8(broken.readUInt8(150_000) ^ 1, 150_000)
  await expect(decrypted(inParts(broken), file).then(buffer)).rejects.toThrow()
})
