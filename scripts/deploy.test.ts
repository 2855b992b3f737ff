// What deploy/ names exists: files, variables, metrics, flags. None of it runs here.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../apps/server/src/config.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const serverFlags = [...readFileSync(join(root, 'scripts/run.js'), 'utf8').matchAll(/^ {2}'(--[\w=-]+)',$/gm)].map(
  ([, flag]) => flag,
)

const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')
const sources = globSync('apps/server/src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')
const metrics = new Set([...sources.matchAll(/name: '((?:maru|http)_\w+)'/g)].map(([, name]) => name))
const labels = new Set([
  ...[...sources.matchAll(/labelNames: \[([^\]]+)\]/g)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
  ...['le', 'job', 'instance', 'kind'],
])

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly do: string }
}
const rules: readonly Rule[] = parse(read('prometheus/alerts.yaml')).groups.flatMap(
  ({ rules: some }: { rules: Rule[] }) => some,
)
const panels: readonly { title: string; targets: { expr: string; legendFormat: string }[] }[] = JSON.parse(
  read('grafana/dashboards/maru.json'),
).panels

/** Faults of an expression: brackets that do not close, metrics and labels that nothing tells. */
function faultsOf(expr: string): string[] {
  const faults: string[] = []
  for (const [opening = '', closing = ''] of ['()', '[]', '{}'])
    if (expr.split(opening).length !== expr.split(closing).length) faults.push(`${opening}${closing} in ${expr}`)
  for (const [name = ''] of expr.matchAll(/\b(maru|http)_\w+/g))
    if (!metrics.has(name) && !metrics.has(name.replace(/_(bucket|sum|count)$/, '')))
      faults.push(`${name} is told by nothing`)
  const named = [
    ...[...expr.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, some = '']) => some.split(',')),
    ...[...expr.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, name = '']) => name),
  ]
  for (const name of named) if (!labels.has(name.trim())) faults.push(`${name} is no label`)
  return faults
}

test('each alert asks for metrics that are told, and says what it means and what to do', () => {
  expect(rules.length).toBeGreaterThan(10)
  for (const rule of rules) {
    expect([rule.alert, faultsOf(rule.expr)]).toEqual([rule.alert, []])
    expect(['page', 'look']).toContain(rule.labels.severity)
    expect(Object.values(rule.annotations).every((text) => text.length > 10)).toBe(true)
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

test('each panel of the dashboard asks for metrics that are told', () => {
  for (const { title, targets } of panels)
    expect([title, targets.flatMap(({ expr }) => faultsOf(expr))]).toEqual([title, []])
})

test('a metric that nothing tells is found', () => {
  expect(faultsOf('sum by (nobody) (maru_nothing_total')).toEqual([
    '() in sum by (nobody) (maru_nothing_total',
    'maru_nothing_total is told by nothing',
    'nobody is no label',
  ])
})

test('what operations.md wants an alarm for has one', () => {
  const wanted =
    readFileSync(join(root, 'docs/operations.md'), 'utf8').match(/`maru_\w+`(?= is to raise an alarm)/g) ?? []
  expect(wanted.length).toBeGreaterThan(0)
  for (const name of wanted) expect(rules.some(({ expr }) => expr.includes(name.slice(1, -1)))).toBe(true)
})

const compose = parse(read('compose.yaml'), { merge: true })

test('the servers of the pair are given variables that they know, alike', () => {
  const { 'server-a': a, 'server-b': b } = compose.services
  expect(a.environment).toEqual(b.environment)
  const given = Object.fromEntries(
    Object.entries(a.environment as Record<string, string>).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-(\w+)\}/g, '$1').replace(/\$\{\w+:\?\}/g, 'set in the file .env, 32 characters or more'),
    ]),
  )
  given['DATABASE_URL'] = 'postgres://maru:password@database:5432/maru'
  expect(readConfig(given, root)).toMatchObject({ standby: true, metricsListen: { host: '0.0.0.0', port: 9464 } })
})

test('every variable of the compose file stands in .env.example, and every file that it mounts is there', () => {
  const text = read('compose.yaml')
  const example = read('.env.example')
  for (const [, name] of text.matchAll(/\$\{(\w+)/g)) expect(example).toMatch(new RegExp(`^${name}=`, 'm'))
  for (const [, path = ''] of text.matchAll(/["'](\.\/[\w./-]+):/g))
    expect([path, existsSync(join(root, 'deploy', path))]).toEqual([path, true])
  const volumes = new Set(Object.keys(compose.volumes))
  for (const [, name = ''] of text.matchAll(/["']([a-z-]+):\/[\w/]+["']/g))
    expect([name, volumes.has(name)]).toEqual([name, true])
})

test('image and unit run the server as npm start does', () => {
  const command = [...serverFlags, 'apps/server/src/main.ts']
  expect(read('Dockerfile')).toContain(`CMD ${JSON.stringify(['node', ...command]).replaceAll(',', ', ')}`)
  expect(read('systemd/maru@.service')).toContain(`ExecStart=/usr/bin/node ${command.join(' ')}\n`)
})

test('every folder that the image copies is there', () => {
  for (const [, from = ''] of read('Dockerfile').matchAll(/^COPY --from=\w+ \/maru\/(\S+)/gm))
    expect([from, /(^|\/)(node_modules|dist)$/.test(from) || existsSync(join(root, from))]).toEqual([from, true])
})
