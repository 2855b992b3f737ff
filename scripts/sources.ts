// Source code as a tree, and the texts in it.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vitest/node'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}
export interface Source {
  readonly file: string
  readonly text: string
  readonly program: Node
}

/** The code of the pages, of the server and of the packages, without its tests. */
export const sources: readonly Source[] = globSync(
  ['apps/{web,console,server}/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'],
  {
    cwd: root,
  },
)
  .filter((file) => !file.includes('.test.'))
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return { file, text, program: parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node }
  })

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Shows each node of a tree to `see`, which says whether to go deeper. */
export function visit(node: Node, see: (node: Node) => boolean): void {
  if (!see(node)) return
  for (const part of Object.values(node))
    for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) visit(child, see)
}

/** A call of `defineTexts`. */
export const isWords = (node: Node) =>
  node.type === 'CallExpression' && (node['callee'] as { name?: string }).name === 'defineTexts'

/** The properties of an object that are written out, by name. */
export function propertiesOf(object: Node): ReadonlyMap<string, Node> {
  const properties = object['properties'] as readonly Node[]
  return new Map(
    properties.flatMap((property) => {
      const key = property['key'] as { name?: string; value?: unknown } | undefined
      const name = key?.name ?? key?.value
      return property.type === 'Property' && typeof name === 'string' ? [[name, property['value'] as Node]] : []
    }),
  )
}

/** Texts of an expression: of an object by key, of anything else by the empty key; as they are written. */
export function textsOf({ text }: Source, value: Node): ReadonlyMap<string, string> {
  const plain = /^TS(As|Satisfies)Expression$/.test(value.type) ? (value['expression'] as Node) : value
  if (plain.type !== 'ObjectExpression') return new Map([['', text.slice(plain.start, plain.end)]])
  return new Map([...propertiesOf(plain)].map(([name, { start, end }]) => [name, text.slice(start, end)]))
}

/** The names of the parameters of a text; {count:day|days} is a word that goes with one. */
export const parameters = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[:}]/g)].map(([, name]) => name))].sort().join(' ')
