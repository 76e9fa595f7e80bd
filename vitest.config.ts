import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['tests/harness/global-setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'db/**/*.test.ts'],
    env: { NODE_ENV: 'test', TZ: 'UTC' },
    pool: 'forks',
    // Files of one worker share its modules: loading the app anew for each took almost half of the time. What a test
    // changes beyond its own database and app (environment, globals) it puts back.
    isolate: false,
    // Most tests wait for a browser or the database; one worker a processor would leave both idle.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Generous, for busy machines: what comes is seen at once, only what never comes takes this long.
    expect: { poll: { timeout: 10_000 } },
  },
})
