import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { headerNames, signAnswer, signRequest } from './index.ts'

/** The examples of docs/providers.md: names and values, one a line. */
const page = readFileSync(new URL('../../../docs/providers.md', import.meta.url), 'utf8')
const examples = [...page.matchAll(/```example\n([^`]*)```/g)].map(([, block = '']) => {
  const values = new Map(
    block
      .trim()
      .split('\n')
      .map((line) => [line.split(' ')[0] as string, line.replace(/^\S+ +/, '')]),
  )
  return (name: string) => values.get(name) ?? ''
})

const hash = (body: string) => createHash('sha256').update(body).digest('hex')
const stampOf = (of: (name: string) => string) => ({ time: Number(of('time')), nonce: of('nonce') })

test('the request and the answer of docs/providers.md have the signatures that stand there', () => {
  expect(examples).toHaveLength(2)
  const [request, answer] = examples as [(name: string) => string, (name: string) => string]
  for (const example of [request, answer]) expect(hash(example('body'))).toBe(example('bodyhash'))
  const key = (of: (name: string) => string) => ({ id: of('key'), secret: of('secret') })
  const signed = signRequest(
    { method: request('method'), host: request('host'), path: request('path'), body: request('body') },
    key(request),
    stampOf(request),
  )
  expect(signed[headerNames.signature]).toBe(request('signature'))
  const answered = signAnswer(Number(answer('status')), answer('body'), key(answer), stampOf(answer))
  expect(answered[headerNames.signature]).toBe(answer('signature'))
})
