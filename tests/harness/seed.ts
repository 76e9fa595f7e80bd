// Random tests tell their seed when they fail, and take that of SEED again.
const { SEED } = process.env
if (SEED !== undefined) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ seed: Number(SEED) })
}

export {}
