import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import { browserCommands } from './tests/harness/browser-commands.ts'
import { chromiumOptions } from './tests/harness/chromium.ts'

/** Tests of what a process does once, so that each of these files needs one of its own. */
const alone = [
  'src/platform/postgres/**/*.test.ts',
  'src/platform/thread-pool.test.ts',
  'src/identity/passwords.test.ts',
  'tests/calls/every-limit.test.ts',
]
const everything = ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'db/**/*.test.ts']
/**
 * What `npm test` leaves out, by the second part of a file's name; each is a project with a command of its own
 * (tests/README.md).
 */
const parts = {
  /** Programs that are started, killed, refused and upgraded. */
  kills: ['{src,tests,db}/**/*.kills.test.ts'],
  /** Rare ways through the whole app in a browser. */
  journeys: ['{src,tests}/**/*.journey.test.ts'],
  /** Very much data: plans, memory, what is sent in pieces. */
  large: ['{src,tests,db}/**/*.large.test.ts'],
  /** Long and random histories, and cases that those of the money model contain. */
  histories: ['{src,tests}/**/*.histories.test.ts'],
  /** What is read of the sources alone: `npm run check`. */
  tidy: ['tests/tidy/**/*.check.test.ts'],
}
/** Faults that take minutes, a mount or a library: `npm run chaos -- faults`. */
const faults = ['tests/faults/*.chaos.test.ts']
const screens = ['src/web/**/*.screen.test.tsx']

// Most tests wait for a browser or the database; one worker a processor would leave both idle.
const maxWorkers = 4
// After the others, not beside them: eight at once took a twelfth more of the processors than four and then three.
const screenWorkers = { maxWorkers: 3, sequence: { groupOrder: 1 } }
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Generous, for busy machines: what comes is seen at once, only what never comes takes this long.
  expect: { poll: { timeout: 25_000 } },
}

/**
 * Packages that screens and their tests load, made ready for the browser before the first test. One that were found
 * in the middle of a run would reload the page under the tests, so nothing is looked for.
 */
const browserPackages = [
  '@supabase/auth-js',
  '@supabase/storage-js',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-virtual',
  'axe-core',
  'clsx',
  'qr',
  'radix-ui',
  'react',
  'react-dom',
  'react-dom/client',
  'react-hook-form',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'sonner',
  'vitest-browser-react',
  'zod',
]

const inProduction = { 'process.env.NODE_ENV': JSON.stringify('production') }

/** Without a browser only the tests that need one fail, and say why. */
const laterFailure = ({ message }: Error) => ({ executablePath: message })

/** For tests that run in Node; at the root it would be loaded in the browser, too. */
const setupFiles = ['tests/harness/seed.ts']

/** Screens in a browser, without a server: docs/decisions/0030-screen-tests.md. */
async function screenTests(): Promise<UserWorkspaceConfig> {
  return {
    root: import.meta.dirname,
    publicDir: path.resolve(import.meta.dirname, 'src/web/public'),
    plugins: [react(), tailwindcss()],
    // React as people get it: what it does for developers took a fifth of the processor.
    define: inProduction,
    oxc: { jsx: { development: false } },
    resolve: {
      alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
    },
    optimizeDeps: {
      include: browserPackages,
      noDiscovery: true,
      rolldownOptions: { transform: { define: inProduction } },
    },
    test: {
      name: 'screens',
      include: screens,
      ...patience,
      // Looking again costs little without a server.
      expect: { poll: { ...patience.expect.poll, interval: 10 } },
      ...screenWorkers,
      isolate: false,
      setupFiles: ['src/web/testing/setup.ts'],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        commands: browserCommands,
        provider: playwright({
          launchOptions: await chromiumOptions().catch(laterFailure),
          actionTimeout: patience.expect.poll.timeout,
          contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
        }),
        // As in the journeys: a part of a text finds it, where not said otherwise.
        locators: { exact: false },
        viewport: { width: 390, height: 844 },
        instances: [{ browser: 'chromium' }],
      },
    },
  }
}

export default defineConfig({
  test: {
    globalSetup: ['tests/harness/global-setup.ts'],
    env: { NODE_ENV: 'test', TZ: 'UTC' },
    pool: 'forks',
    maxWorkers,
    ...patience,
    // A crashed page fails its test, which may be tried again; whatever else waited for that page says nothing new.
    onUnhandledError: ({ message }) => !message.includes('Page crashed'),
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          setupFiles,
          include: everything,
          exclude: [...alone, ...Object.values(parts).flat(), ...faults, ...screens],
          // Files of one worker share its modules: loading the app anew for each took a quarter of the time. What a
          // test changes beyond its own database and app (environment, globals) it puts back.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', setupFiles, include: alone, exclude: parts.kills } },
      // Programs are started and killed, by several tests at once: on a busy machine a start takes ten seconds.
      ...(['kills', 'journeys', 'large', 'histories'] as const).map((name) => ({
        extends: true as const,
        test: { name, setupFiles, include: parts[name], testTimeout: 240_000, hookTimeout: 120_000 },
      })),
      // Reads files alone, so that no database is started for it.
      {
        test: {
          name: 'tidy',
          include: parts.tidy,
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      { extends: true, test: { name: 'faults', setupFiles, include: faults } },
      screenTests,
    ],
  },
})
