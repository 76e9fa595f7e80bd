import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['tests/harness/global-setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'db/**/*.test.ts'],
    env: { NODE_ENV: 'test', TZ: 'UTC' },
    pool: 'forks',
    // Most tests wait for a browser or the database; one worker a processor would leave both idle.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Generous, for busy machines: what comes is seen at once, only what never comes takes this long.
    expect: { poll: { timeout: 10_000 } },
  },
})
