// Random tests print their seed when they fail, and use SEED if it is set. With FIRST_SEED they try the same cases in
// each run.
const seed = process.env.SEED ?? process.env.FIRST_SEED
if (seed !== undefined) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ seed: Number(seed) })
}

export {}
