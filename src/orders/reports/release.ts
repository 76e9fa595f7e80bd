/**
 * Gives the memory of large bytes back at once, after which they are empty. Garbage outside the heap is otherwise only
 * collected by the 64 MB. For bytes that have their memory to themselves: smaller ones share Node's pool.
 */
export function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}
