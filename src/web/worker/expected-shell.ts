/** Whether a page is the one that hashes to `hash` (`hashOf` in src/pages/documents/service-worker.ts). */
export async function isExpectedShell(page: Response, hash: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', await page.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === hash
}
