/**
 * Options of Node with which Folio serves: a young generation of 16 MB, since most of what a click makes is garbage
 * soon (decision 6), and a heap that at most doubles before old things are collected (decision 93).
 */
export const nodeOptions = ['--max-semi-space-size=16', '--heap-growing-percent=100']

/**
 * Settings of the C library that use less memory (decision 93): one arena for all threads, and large blocks are
 * returned when they are freed.
 */
export const allocator = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
