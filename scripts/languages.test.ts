import { expect, test } from 'vitest'
import { isWords, type Node, parameters, propertiesOf, type Source, sources, textsOf, visit } from './sources.ts'

/** The words of one thing in both languages: of a feature of the web app, a code of the catalogue, a mail, a push. */
interface Pair {
  readonly where: string
  /** Text by key; of a single sentence the key is empty. */
  readonly ko: ReadonlyMap<string, string>
  readonly en: ReadonlyMap<string, string>
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
function aloneIn({ file, text, program }: Source): string[] {
  const found: string[] = []
  const hasEnglish = /^(export )?const en\b/m.test(text)
  visit(program, (node) => {
    if (isWords(node)) return false
    if (node.type === 'VariableDeclarator' && hasEnglish && (node['id'] as { name?: string }).name === 'ko')
      return false
    if (node.type === 'ConditionalExpression') {
      const { start, end } = node['test'] as Node
      if (/=== 'ko'$/.test(text.slice(start, end))) return false
    }
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

/** Files of the pages whose Korean is data or is used in Korean alone. */
const koreanOfPages = [
  'apps/web/src/features/economic/country.ts', // short names of countries
  'apps/web/src/features/legal/legal-page.tsx', // the name of a site that is not known yet, as on the page of sign-in
  'apps/web/src/features/money/reading.ts', // how a sum is read
  'apps/web/src/features/register/banks.ts', // names of banks
  'apps/web/src/features/sign-in/sign-in-page.tsx',
  'apps/web/src/session/session.ts', // Korean of what has its English by its code
  'packages/client/src/api/messages.ts',
  'packages/ui/src/format/money.ts', // how a sum is read
  'packages/ui/src/format/personal.ts', // particles
]

test('the code of the pages has no Korean words outside of their texts', () => {
  const faults = sources
    .filter(({ file }) => /^(apps\/(console|web)|packages\/(client|ui))\//.test(file))
    .filter(({ file }) => !koreanOfPages.includes(file) && !file.endsWith('/testing.ts'))
    .flatMap(aloneIn)
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
