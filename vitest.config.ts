import { defineConfig } from 'vitest/config'

/** Tests of what a process does once, so that each of these files needs one of its own. */
const alone = [
  'src/platform/postgres/**/*.test.ts',
  'src/platform/thread-pool.test.ts',
  'src/identity/passwords.test.ts',
]
const everything = ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'db/**/*.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['tests/harness/global-setup.ts'],
    env: { NODE_ENV: 'test', TZ: 'UTC' },
    pool: 'forks',
    // Most tests wait for a browser or the database; one worker a processor would leave both idle.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Generous, for busy machines: what comes is seen at once, only what never comes takes this long.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: everything,
          exclude: alone,
          // Files of one worker share its modules: loading the app anew for each took a quarter of the time. What a
          // test changes beyond its own database and app (environment, globals) it puts back.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
})
