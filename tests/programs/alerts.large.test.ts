import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

// docs/metrics.md#alerts-and-a-dashboard

const ops = path.resolve(import.meta.dirname, '../../ops')
const read = (name: string) => parse(readFileSync(path.join(ops, name), 'utf8'))

it('each alert has a case in which it fires', () => {
  const { groups } = read('alerts.yml') as { groups: { rules: { alert: string }[] }[] }
  const { tests } = read('alerts.test.yml') as {
    tests: { promql_expr_test: { exp_samples: { labels: string }[] }[] }[]
  }
  const fires = tests.flatMap((one) => one.promql_expr_test.flatMap(({ exp_samples }) => exp_samples))
  const named = new Set(fires.map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1]))
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  expect(alerts.filter((alert) => !named.has(alert))).toEqual([])
})

// It comes with Prometheus, which not every machine has.
if (!spawnSync('promtool', ['--version']).error)
  it('each fires where it should and only there', () => {
    execFileSync(process.execPath, [path.join(ops, 'check-alerts.ts')])
  })
