import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ZodObject, ZodType } from 'zod'
import { calls, results } from './calls.ts'
import { Webhook } from './webhooks.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/providers.md'), 'utf8')

/** The cells of each row beneath a head, after the first one, by the name in the first one. */
function tableOf(head: string): Record<string, string[]> {
  const lines = page
    .slice(page.indexOf(`${head}\n`))
    .split('\n')
    .slice(2)
  const end = lines.findIndex((line) => !line.startsWith('|'))
  return Object.fromEntries(
    lines.slice(0, end).map((line) => {
      const [name = '', ...cells] = line.split('|').slice(1, -1)
      return [name.replace(/[` ]/g, ''), cells]
    }),
  )
}

/** Names of fields as the page writes them: `name` or `name?`, with what is in braces left out. */
const written = (cell: string): string[] => [...cell.matchAll(/`(\w+\??)(?: \{[^`]*\})?`/g)].map(([, name]) => name!)
const isOptional = (field: ZodType) => field.safeParse(undefined).success
const fieldsOf = ({ shape }: ZodObject, without: readonly string[]): string[] =>
  Object.entries(shape as Record<string, ZodType>)
    .filter(([name]) => !without.includes(name))
    .map(([name, field]) => (isOptional(field) ? `${name}?` : name))

test('docs/providers.md names each call and each field that an adapter sends', () => {
  const table = tableOf('| kind | body | result |')
  expect(Object.keys(table).sort()).toEqual(Object.keys(calls).sort())
  for (const [kind, call] of Object.entries(calls)) {
    const [body = ''] = table[kind]!
    for (const field of fieldsOf(call, ['idempotencyKey']))
      expect([kind, written(body)]).toEqual([kind, expect.arrayContaining([field])])
  }
})

test('docs/providers.md names each field of an answer', () => {
  const table = tableOf('| kind | body | result |')
  for (const [kind, result] of Object.entries(results)) {
    const names = written(table[kind]![1]!).map((name) => name.replace('?', ''))
    for (const field of Object.keys(result.shape))
      expect([kind, names]).toEqual([kind, expect.arrayContaining([field])])
  }
})

test('docs/providers.md names each webhook and each of its fields', () => {
  const table = tableOf('| kind | fields |')
  const events = Object.fromEntries(Webhook.options.map((option) => [option.shape.kind.value, option]))
  expect(Object.keys(table).sort()).toEqual(Object.keys(events).sort())
  for (const [kind, event] of Object.entries(events)) {
    const names = written(table[kind]![0]!)
    for (const field of fieldsOf(event, ['event', 'kind', 'at']))
      expect([kind, names.map((name) => name.replace('?', ''))]).toEqual([
        kind,
        expect.arrayContaining([field.replace('?', '')]),
      ])
  }
})
