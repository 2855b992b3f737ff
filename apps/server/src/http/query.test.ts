import { expect, test } from 'vitest'
import { parseQuery, withoutEmpty } from './query.ts'

test.each([
  ['statusStrs=1&statusStrs=2', { statusStrs: '1,2' }],
  ['statusStrs[]=1&statusStrs[]=2', { statusStrs: '1,2' }],
  ['statusStrs%5B%5D=1&statusStrs[1]=2&statusStrs=3', { statusStrs: '1,2,3' }],
  ['statusStrs=&typeStrs[]=&page=0', { page: '0' }],
  ['statusStrs&size=20', { size: '20' }],
  ['', {}],
  ['code=%EB%A7%88%EB%A3%A8&x=a+b', { code: '마루', x: 'a b' }],
])('a query string %j is read as %j', (text, query) => {
  expect({ ...parseQuery(text) }).toEqual(query)
})

test('a query string cannot reach a prototype', () => {
  const query = parseQuery('__proto__=1&constructor[]=2')
  expect(Object.getPrototypeOf(query)).toBeNull()
  expect({}).not.toHaveProperty('polluted')
})

test('members of a body that are empty or null count as not sent; what they hold is left alone', () => {
  expect(withoutEmpty(undefined)).toEqual({})
  expect(withoutEmpty({ email: '', partnerId: null, id: 0, isActive: false, limits: [{ amount: null }] })).toEqual({
    id: 0,
    isActive: false,
    limits: [{ amount: null }],
  })
  for (const other of [null, [], 'x', 1]) expect(withoutEmpty(other)).toBe(other)
})
