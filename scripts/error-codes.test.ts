import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ErrorEntry, errors } from '@maru/contract'
import { expect, test } from 'vitest'
import { type Node, propertiesOf, type Source, sources, visit } from './sources.ts'

const catalogue = new Map<string, ErrorEntry>(Object.entries(errors))

/** Calls whose first argument is a code. */
const refusing = new Set(['Refused', 'refusalReply', 'refuse', 'refused'])

const literalIn = (node: Node | undefined): string[] => {
  if (node?.type === 'ConditionalExpression')
    return [...literalIn(node['consequent'] as Node), ...literalIn(node['alternate'] as Node)]
  return node?.type === 'Literal' && typeof node['value'] === 'string' ? [node['value']] : []
}

/** The codes that a file refuses with: of its calls, and of bodies that it writes out. */
function thrownIn({ file, program }: Source): { code: string; file: string }[] {
  const codes: string[] = []
  visit(program, (node) => {
    const callee = (node['callee'] as { name?: string } | undefined)?.name ?? ''
    if (/^(New|Call)Expression$/.test(node.type) && refusing.has(callee))
      codes.push(...literalIn((node['arguments'] as readonly Node[])[0]))
    if (node.type === 'ObjectExpression') {
      const properties = propertiesOf(node)
      if (properties.has('params')) codes.push(...literalIn(properties.get('code')))
    }
    return true
  })
  return codes.filter((code) => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(code)).map((code) => ({ code, file }))
}

const thrown = sources
  .filter(({ file }) => /^(apps\/server|packages\/(core|positions|contract|market|client))\//.test(file))
  .flatMap(thrownIn)

test('every code that something is refused with stands in the catalogue', () => {
  expect(new Set(thrown.map(({ code }) => code)).size).toBeGreaterThan(150)
  expect(thrown.filter(({ code }) => !catalogue.has(code))).toEqual([])
})

test('every code has a status or is shown by the client alone, a Korean and an English text, and its row in the reference', () => {
  const docs = readFileSync(join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs/api.md'), 'utf8')
  for (const [code, { http, ko, en }] of catalogue) {
    expect([code, http === null || (http >= 400 && http < 600)]).toEqual([code, true])
    expect([code, /[가-힣]/.test(ko), /[a-z]/i.test(en)]).toEqual([code, true, true])
    expect([code, docs.includes(`\n| ${code} | `)]).toEqual([code, true])
  }
})
