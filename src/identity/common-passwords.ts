import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

// A JSON array of the 49,000 most common passwords of published leaks, in lower case.
const listFile = require.resolve('@zxcvbn-ts/language-common/src/passwords.json')

let reading: Promise<string> | undefined

/**
 * True when a password is among the most common ones, whatever its capital letters. The list is read when it is first
 * needed and kept as its text, half a megabyte: searching it takes a small part of the time of a hash, where a set
 * would take some megabytes.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  reading ??= readFile(listFile, 'latin1').catch((error: unknown) => {
    reading = undefined
    throw error
  })
  return (await reading).includes(JSON.stringify(password.toLowerCase()))
}
