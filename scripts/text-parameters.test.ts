import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  isNode,
  isWords,
  type Node,
  parameters,
  propertiesOf,
  type Source,
  sources,
  textsOf,
  visit,
} from './sources.ts'

/** The names of the texts that a module defines (`export const moneyTexts = defineTexts(…)`), with the parameters of each key. */
const needed: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = new Map(
  sources.flatMap((source) => {
    const found: [string, ReadonlyMap<string, readonly string[]>][] = []
    visit(source.program, (node) => {
      const init = node['init']
      if (node.type !== 'VariableDeclarator' || !isNode(init) || !isWords(init)) return true
      const [, ko, en] = init['arguments'] as readonly Node[]
      const keys = new Map<string, string[]>()
      for (const words of [ko, en])
        if (words !== undefined)
          for (const [key, text] of textsOf(source, words))
            keys.set(key, [...new Set([...(keys.get(key) ?? []), ...parameters(text).split(' ').filter(Boolean)])])
      found.push([`${source.file} ${(node['id'] as { name: string }).name}`, keys])
      return true
    })
    return found
  }),
)

/** The texts that each name of a file stands for: those that it defines, and those that it imports. */
function textsNamedIn({ file, program }: Source): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const named = new Map<string, ReadonlyMap<string, readonly string[]>>()
  const add = (name: string, from: string, original: string) => {
    const place = [...needed.keys()].filter((key) => key.endsWith(` ${original}`))
    const texts = needed.get(`${from} ${original}`) ?? (place.length === 1 ? needed.get(place[0]!) : undefined)
    if (texts !== undefined) named.set(name, texts)
  }
  visit(program, (node) => {
    if (node.type === 'VariableDeclarator') {
      const { name } = node['id'] as { name?: string }
      if (name !== undefined && needed.has(`${file} ${name}`)) add(name, file, name)
    }
    if (node.type !== 'ImportDeclaration') return true
    const from = join(dirname(file), (node['source'] as { value: string }).value)
    for (const { imported, local } of node['specifiers'] as { imported?: { name: string }; local: { name: string } }[])
      if (imported !== undefined) add(local.name, from, imported.name)
    return false
  })
  return named
}

/** The keys that an expression may be: `'a'`, or either side of `isOne ? 'a' : 'b'`. */
function keysOf(node: Node | undefined): string[] {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return [node['value']]
  if (node?.type !== 'ConditionalExpression') return []
  return [...keysOf(node['consequent'] as Node), ...keysOf(node['alternate'] as Node)]
}

test('every parameter of a text is given where the text is shown', () => {
  let shown = 0
  const faults = sources.flatMap((source) => {
    const named = textsNamedIn(source)
    const readers = new Map<string, ReadonlyMap<string, readonly string[]>>()
    const found: string[] = []
    visit(source.program, (node) => {
      const init = node['init']
      if (node.type === 'VariableDeclarator' && isNode(init) && init.type === 'CallExpression') {
        const [texts] = init['arguments'] as { name?: string }[]
        const isReader = (init['callee'] as { name?: string }).name === 'useTexts'
        const { name } = node['id'] as { name?: string }
        const keys = named.get(texts?.name ?? '')
        if (isReader && name !== undefined && keys !== undefined) readers.set(name, keys)
      }
      if (node.type !== 'CallExpression') return true
      const { name = '' } = node['callee'] as { name?: string }
      const given = node['arguments'] as readonly Node[]
      const isText = name === 'textOf'
      const texts = isText ? named.get((given[0] as { name?: string } | undefined)?.name ?? '') : readers.get(name)
      const [key, params] = isText ? given.slice(1) : given
      for (const one of keysOf(key)) {
        const names = texts?.get(one)
        if (names === undefined) continue
        shown++
        const line = source.text.slice(0, node.start).split('\n').length
        const missing = names.filter((parameter) => !gives(params, parameter))
        if (missing.length > 0) found.push(`${source.file}:${line} ${one} lacks ${missing.join(' ')}`)
      }
      return true
    })
    return found
  })
  expect(faults).toEqual([])
  expect(shown).toBeGreaterThan(1_000)
})

/** Whether the parameters of a call hold one by name; what comes from elsewhere is held to it by its type. */
function gives(params: Node | undefined, name: string): boolean {
  if (params === undefined) return false
  if (params.type !== 'ObjectExpression') return true
  const properties = params['properties'] as readonly Node[]
  return propertiesOf(params).has(name) || properties.some(({ type }) => type === 'SpreadElement')
}
