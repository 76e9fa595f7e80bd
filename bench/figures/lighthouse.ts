import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../../tests/harness/chromium.ts'
import { atLeast, atMost, CannotMeasure, type Finding, median, range, seconds, whole } from '../report.ts'
import { plainEnvironment } from '../stage/programs.ts'
import type { Setting } from '../stage/setting.ts'
import { installTool } from '../stage/tools.ts'

const run = promisify(execFile)
const runs = 3

/** Lighthouse's four categories with the least score asked for. */
const targets = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof targets

/** When something, and when the largest part, is drawn at most, in milliseconds. */
const paints = { 'first-contentful-paint': 1_400, 'largest-contentful-paint': 1_900 }

type Audit = { score: number | null; title: string; numericValue?: number }
type Report = {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

/**
 * Lighthouse on a product page, the feed and a profile with its own simulated phone and network, the median of three
 * visits.
 */
export async function lighthouseFigure(setting: Setting): Promise<Finding[]> {
  const lighthouse = path.join(await installTool('lighthouse'), 'cli/index.js')
  const { url } = await setting.app()
  const feed = await fetch(new URL('/api/v1/feed', url)).then((response) => response.json())
  const pages = {
    product: `/l/${(await setting.product()).shortLink}`,
    feed: '/feed',
    profile: `/${feed.items[0].profiles.username}`,
  }
  const findings: Finding[] = []
  for (const [name, address] of Object.entries(pages)) {
    const reports: Report[] = []
    for (let i = 0; i < runs; i++) reports.push(await visit(lighthouse, new URL(address, url).href))
    findings.push(
      ...(Object.keys(targets) as Category[]).map((category) => findingOf(name, category, reports)),
      ...paintFindings(name, reports),
    )
  }
  return findings
}

function findingOf(page: string, category: Category, reports: Report[]): Finding {
  const score = median(reports.map((report) => report.categories[category].score * 100))
  const shortcomings = [...new Set(reports.flatMap((report) => failedIn(category, report)))]
  return {
    what: `Lighthouse, phone, ${page}: ${category}`,
    measured: whole(score),
    ...atLeast(targets[category], score, whole),
    ...(score < 100 && { detail: shortcomings.join('; ') }),
  }
}

const paintFindings = (page: string, reports: Report[]): Finding[] =>
  Object.entries(paints).map(([audit, most]) => {
    const values = reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)
    return {
      what: `Lighthouse, phone, ${page}: ${audit.replaceAll('-', ' ')}`,
      measured: seconds(median(values)),
      ...atMost(most, median(values), seconds),
      detail: range(values, seconds),
    }
  })

const failedIn = (category: Category, { categories, audits }: Report): string[] =>
  categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => audits[id]?.title ?? id)

/** A visit, made again when it failed: Chromium now and then loses the beginning of a trace, mostly under load. */
async function visit(lighthouse: string, page: string, attempts = 3): Promise<Report> {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-lighthouse-'))
  try {
    const file = path.join(folder, 'report.json')
    await runLighthouse(lighthouse, page, file)
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    if (attempts > 1) return await visit(lighthouse, page, attempts - 1)
    throw new CannotMeasure(`Lighthouse failed: ${stderr?.trim() || message}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function runLighthouse(program: string, page: string, outputFile: string): Promise<void> {
  const chromium = await findChromium()
  const options = [
    '--quiet',
    '--no-enable-error-reporting',
    '--output=json',
    `--output-path=${outputFile}`,
    `--only-categories=${Object.keys(targets).join()}`,
    '--chrome-flags=--headless --no-sandbox --disable-gpu --disable-dev-shm-usage',
  ]
  const env = { ...plainEnvironment, ...chromium.env, CHROME_PATH: chromium.program }
  await run(process.execPath, [program, page, ...options], { env, timeout: 120_000 })
}
