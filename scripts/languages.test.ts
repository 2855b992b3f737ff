import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}
interface Source {
  readonly file: string
  readonly text: string
  readonly program: Node
}

const sources: readonly Source[] = globSync(
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

/** The words of one thing in both languages: of a feature of the web app, a code of the catalogue, a mail, a push. */
interface Pair {
  readonly where: string
  /** Text by key; of a single sentence the key is empty. */
  readonly ko: ReadonlyMap<string, string>
  readonly en: ReadonlyMap<string, string>
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Shows each node of a tree to `see`, which says whether to go deeper. */
function visit(node: Node, see: (node: Node) => boolean): void {
  if (!see(node)) return
  for (const part of Object.values(node))
    for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) visit(child, see)
}

const isWords = (node: Node) =>
  node.type === 'CallExpression' && (node['callee'] as { name?: string }).name === 'defineTexts'

/** The properties of an object that are written out, by name. */
function propertiesOf(object: Node): ReadonlyMap<string, Node> {
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
function textsOf({ text }: Source, value: Node): ReadonlyMap<string, string> {
  const plain = /^TS(As|Satisfies)Expression$/.test(value.type) ? (value['expression'] as Node) : value
  if (plain.type !== 'ObjectExpression') return new Map([['', text.slice(plain.start, plain.end)]])
  return new Map([...propertiesOf(plain)].map(([name, { start, end }]) => [name, text.slice(start, end)]))
}

function pairsOf(source: Source): Pair[] {
  const pairs: Pair[] = []
  const add = (node: Node, ko: Node, en: Node) => {
    const line = source.text.slice(0, node.start).split('\n').length
    pairs.push({ where: `${source.file}:${line}`, ko: textsOf(source, ko), en: textsOf(source, en) })
  }
  visit(source.program, (node) => {
    if (isWords(node)) {
      const [, ko, en] = node['arguments'] as readonly Node[]
      // A record that comes from elsewhere is held to the same keys by its type.
      if (ko && en && ko.type !== 'Identifier') add(node, ko, en)
      return false
    }
    if (node.type === 'ObjectExpression') {
      const properties = propertiesOf(node)
      const [ko, en] = [properties.get('ko'), properties.get('en')]
      if (ko && en) add(node, ko, en)
    }
    return true
  })
  return pairs
}

const pairs = sources.flatMap(pairsOf)
const fixed = /^'(The investment amount is too small|Please match the minimum unit of the amount)\.'$/
/** The names of the parameters of a text; {count:day|days} is a word that goes with one. */
const parameters = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[:}]/g)].map(([, name]) => name))].sort().join(' ')

test('every text stands in both languages, with the same parameters, and no Korean in the English one', () => {
  expect(pairs.length).toBeGreaterThan(250)
  const faults = pairs.flatMap(({ where, ko, en }) =>
    [...new Set([...ko.keys(), ...en.keys()])].flatMap((key) => {
      const [korean, english] = [ko.get(key), en.get(key)]
      if (korean === undefined || english === undefined) return `${where} ${key} is missing in one language`
      if (/[가-힣]/.test(english)) return `${where} ${key} has Korean in English`
      if (/\{v\d\}/.test(korean)) return `${where} ${key} has a parameter without a name`
      // A function's braces are code; § gives some sentences without the figures of the Korean ones.
      if (fixed.test(english) || /=>|\$\{/.test(korean) || parameters(korean) === parameters(english)) return []
      return `${where} ${key} has other parameters in English`
    }),
  )
  expect(faults).toEqual([])
})

/** Every string that the code names, and the forms of those that it composes. */
function named(): { readonly words: ReadonlySet<string>; readonly forms: readonly RegExp[] } {
  const words = new Set<string>()
  const forms: RegExp[] = []
  for (const { program } of sources)
    visit(program, (node) => {
      if (isWords(node)) return false
      if (node.type === 'Literal' && typeof node['value'] === 'string') words.add(node['value'])
      if (node.type === 'Identifier') words.add(node['name'] as string)
      if (node.type === 'TemplateLiteral') {
        const parts = (node['quasis'] as readonly { value: { cooked: string } }[]).map(({ value }) => value.cooked)
        if (parts.length === 1) words.add(parts[0]!)
        else if (/_|../.test(parts.join('')))
          forms.push(new RegExp(`^${parts.map((part) => part.replaceAll(/\W/g, '\\$&')).join('.+')}$`))
      }
      return true
    })
  return { words, forms }
}

test('no word of the web app or the console is left over', () => {
  const { words, forms } = named()
  const left = pairs
    .filter(({ where }) => /^apps\/(web|console)\//.test(where))
    .flatMap(({ where, ko }) => [...ko.keys()].map((key) => [where, key] as const))
    .filter(([, key]) => key !== '' && !words.has(key) && !forms.some((form) => form.test(key)))
  expect(left).toEqual([])
})

/** Each Korean string of a file that stands outside of the words of both languages. */
function aloneIn({ file, program }: Source): string[] {
  const found: string[] = []
  visit(program, (node) => {
    if (isWords(node)) return false
    if (node.type === 'ObjectExpression') {
      const properties = propertiesOf(node)
      if (properties.has('ko') && properties.has('en')) return false
    }
    const word = node.type === 'TemplateElement' ? (node['value'] as { cooked: string }).cooked : node['value']
    if (/^(Literal|JSXText|TemplateElement)$/.test(node.type) && typeof word === 'string' && /[가-힣]/.test(word))
      found.push(`${file}: ${word}`)
    return true
  })
  return found
}

test('the code of the console has no Korean words outside of its texts', () => {
  const faults = sources.filter(({ file }) => file.startsWith('apps/console/')).flatMap(aloneIn)
  expect(faults).toEqual([])
})

/** Files of the server whose Korean is data: names of banks, coins and demo accounts, words that are refused, and what evidence keeps. */
const data = [
  'content/claims.ts',
  'evidence/timestamps.ts',
  'main.ts',
  'members/demo.ts',
  'members/nicks.ts',
  'members/password-policy.ts',
  'money/banks.ts',
  'money/p2p/merchants.ts',
  'money/site-info.ts',
  'seed/economic.ts',
  'seed/money-accounts.ts',
  'seed/texts/ko.ts',
]

test('the server says nothing in Korean alone', () => {
  const faults = sources
    .filter(({ file }) => file.startsWith('apps/server/') && !data.includes(file.slice('apps/server/src/'.length)))
    .flatMap(aloneIn)
  expect(faults).toEqual([])
})
