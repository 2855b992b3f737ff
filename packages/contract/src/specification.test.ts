import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type Endpoint, endpoints } from './index.ts'

/** A call as the specification writes it. */
interface Written {
  /** Empty where none is named. */
  readonly method: string
  /** Where it may be meant: relative ones follow the heading, or the call before. */
  readonly paths: readonly string[]
  readonly fields: readonly string[]
}

const shared = '../shared/spec/specification.md'
const all = Object.values<Endpoint>(endpoints)

/** Copies are a line of their own; until they are built none of their calls is there. */
const isCopyBuilt = all.some(({ path }) => path.startsWith('/api/copytrade/'))

test.skipIf(!existsSync(shared))(
  '7: each call of the specification is declared with its method, path and fields',
  () => {
    const written = callsOf(readFileSync(shared, 'utf8'))
    expect(written.length).toBeGreaterThan(120)
    const missing = written.filter(({ paths }) => isCopyBuilt || !/copytrade/.test(paths[0]!)).flatMap(differences)
    expect(missing).toEqual([])
  },
)

function differences({ method, paths, fields }: Written): string[] {
  const found = all.find((endpoint) => (method === '' || endpoint.method === method) && paths.includes(endpoint.path))
  if (!found) return [`${method} ${paths[0]}`]
  const taken = new Set(['siteInfoId', ...keysOf(found.query), ...keysOf(found.body)])
  return fields.filter((field) => !taken.has(field)).map((field) => `${method} ${found.path} {${field}}`)
}

function keysOf(schema: Endpoint['query'] | Endpoint['body']): string[] {
  if (!schema) return []
  const { shape, options } = schema as unknown as { shape?: object; options?: readonly z.ZodType[] }
  return shape ? Object.keys(shape) : (options ?? []).flatMap((option) => keysOf(option as Endpoint['query']))
}

/** Reads section 7: headings with a common path, then calls as `GET path {fields}`, several behind one method. */
function callsOf(text: string): Written[] {
  const section = text.slice(text.indexOf('## 7. Calls'), text.indexOf('### Live channel'))
  return section
    .split('\n### ')
    .slice(1)
    .flatMap((part) => {
      const [heading = '', ...lines] = part.split('\n')
      const base = /\((\/api[^)]*)\)/.exec(heading)?.[1] ?? ''
      return lines.filter((line) => line.startsWith('- ')).flatMap((line) => callsOfLine(line.slice(2), base))
    })
}

/** Where the specification names calls in words. */
const prose = /\([^)]*\)|\. [A-Z].*$|exchange rate and map lookups|third-party P2P provider URLs|^Paths for .*$/g

function callsOfLine(line: string, base: string): Written[] {
  const calls: Written[] = []
  const plain = line.replace(prose, '')
  // Contents are written as `GET /api/content/ faq/list, …`, one provider as `/api/paycoin chk_coin, …`.
  const within = / (\/api\/[a-z-]+)\/? (?=[a-z])/.exec(` ${plain}`)?.[1] ?? ''
  let before = base
  let method = 'GET'
  for (const [, verb, path = '', fields = ''] of plain.matchAll(
    /(?:^|[;,:] |\/ )(?:(GET|POST) )?(\/?[a-z][\w-]*(?:\/[\w-]+)*(?:\.json)?)(?: (\{[^}]*\}))?(?=[;,.]|$| )/g,
  )) {
    if (verb) method = verb
    else if (path === within) {
      method = ''
      continue
    }
    const names = fields.replace(/ default| when .*/g, '').match(/[a-z]\w*(?=[,}=|]| '|$)/gi) ?? []
    const name = path.replace(/^\/(?!api|data|fee)/, '')
    const paths = name.startsWith('/') ? [name] : [base, before, within].map((folder) => `${folder}/${name}`)
    calls.push({ method, paths, fields: names })
    if (name.startsWith('/') || (base && name.includes('/'))) before = paths[0]!.replace(/\/[^/]*$/, '')
  }
  return calls
}
