// Writes docs/api.md from the contract: `node scripts/run.js scripts/api-docs.ts`.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Endpoint, endpoints, errors, querySchemaOf, responseSchemaOf, rolesOf } from '@maru/contract'
import { destinations } from '@maru/contract/events'
import { z } from 'zod'

export const apiDocsFile = fileURLToPath(new URL('../docs/api.md', import.meta.url))

/** The API as one page: every call with what it takes and refuses, every destination of the live channel, every error. */
export function apiDocs(): string {
  const byTag = new Map<string, Endpoint[]>()
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    byTag.set(endpoint.tag, [...(byTag.get(endpoint.tag) ?? []), endpoint])
  }
  return [
    '# API',
    '',
    'Made from `packages/contract` by `node scripts/run.js scripts/api-docs.ts`; a test keeps it current. The running server shows the same with all schemas at `/api/docs` and as OpenAPI at `/api/openapi.json`.',
    '',
    'Every call takes the query parameter `siteInfoId`, except those marked *any site*; a member’s must be the site of his token. *member* = needs `Authorization: Bearer …`. *staff* = needs the token of a member of staff with one of these roles. *key* = runs once per `Idempotency-Key` (UUID); without the header under a key that the server makes and names in its answer; *key needed* = refused without it. `?` = may be left out.',
    '',
    'A list is a bare array, and `{content, page, size, totalElements, totalPages}` with `resultType=Page` or wherever `page` or `size` is sent. A comma list may also be sent as a name that is repeated or ends in `[]`; its unknown members are ignored. Whole numbers in a body may be strings, and a member that is empty or null counts as not sent.',
    '',
    'A success is 200 with the bare resource. A failure is `{code, message, params, traceId}` with the status of its code; the message is Korean, English sites translate by code. Money, prices and quantities are decimal strings, times epoch milliseconds.',
    '',
    'Answers show committed state only, and name it: `X-Maru-Version: <epoch>.<batch>`. The reply of a call that changes something names the batch that made it durable, or a later one; everything else names what it shows at least. A request with `X-Maru-At-Least: <epoch>.<batch>` is answered from that state or a later one, or with TRY_AGAIN_LATER where it is not there within a second.',
    '',
    ...[...byTag].flatMap(([tag, list]) => [`## ${tag}`, '', ...callTable(list), '']),
    '## Live channel (`/bx_ws`, STOMP 1.2)',
    '',
    'The body of every MESSAGE is `{event, epoch, seq, ts, data}`.',
    '',
    '| destination | event | data |',
    '|---|---|---|',
    ...Object.entries(destinations).flatMap(([destination, events]) =>
      Object.entries<z.ZodType>(events).map(
        ([event, data]) => `| \`${destination}\` | ${event} | ${cell(shape(data, 'output'))} |`,
      ),
    ),
    '',
    '## Errors',
    '',
    '| code | status | ko | en |',
    '|---|---|---|---|',
    ...Object.entries(errors).map(
      ([code, { http, ko, en }]) => `| ${code} | ${http ?? 'client'} | ${cell(ko)} | ${cell(en)} |`,
    ),
    '',
  ].join('\n')
}

function callTable(list: readonly Endpoint[]): string[] {
  return [
    '| call | | takes | answers | own refusals |',
    '|---|---|---|---|---|',
    ...list.map((endpoint) => {
      const marks = [
        endpoint.auth === 'staff' ? `staff: ${rolesOf(endpoint.method, endpoint.permission).join(' ')}` : endpoint.auth,
        endpoint.anySite ? 'any site' : '',
        endpoint.needsKey ? 'key needed' : endpoint.idempotent ? 'key' : '',
        endpoint.rate ? `rate: ${endpoint.rate}` : '',
      ]
      const takes = [endpoint.params, querySchemaOf(endpoint), endpoint.body].filter((schema) => schema !== undefined)
      return `| ${[
        `\`${endpoint.method} ${endpoint.path}\` ${endpoint.summary}`,
        marks.filter((mark) => mark !== '').join(', '),
        takes.map((schema) => cell(shape(schema, 'input'))).join(' '),
        cell(shape(responseSchemaOf(endpoint), 'output')),
        endpoint.errors.join(', '),
      ].join(' | ')} |`
    }),
  ]
}

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly additionalProperties?: Schema | boolean
}

/** The outer form of a schema in one line; what is nested deeper than two levels stands at /api/docs. */
function shape(schema: z.ZodType, io: 'input' | 'output'): string {
  return text(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema, 0)
}

function text(schema: Schema, depth: number): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => text(one, depth)))].join(' or ')
  if (schema.enum) return schema.enum.map(String).join('|')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.type === 'array') {
    if (schema.prefixItems) return `[${schema.prefixItems.map((one) => text(one, depth + 1)).join(', ')}]`
    return `[${schema.items ? text(schema.items, depth) : '…'}]`
  }
  if (schema.properties) {
    if (depth >= 2) return '{…}'
    const optional = (name: string) => (schema.required?.includes(name) ? '' : '?')
    const fields = Object.entries(schema.properties).map(([name, field]) => {
      const nested = field.properties || field.items?.properties || field.anyOf?.some((one) => one.properties)
      return `${name}${optional(name)}${nested && depth === 0 ? ` ${text(field, depth + 1)}` : ''}`
    })
    return `{${fields.join(', ')}}`
  }
  if (typeof schema.additionalProperties === 'object') return `{name: ${text(schema.additionalProperties, depth + 1)}}`
  return schema.type ?? 'any'
}

const cell = (value: string): string => value.replaceAll('|', '\\|').replaceAll('\n', ' ')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(apiDocsFile, apiDocs())
  console.log(`docs/api.md: ${readFileSync(apiDocsFile, 'utf8').length} characters`)
}
