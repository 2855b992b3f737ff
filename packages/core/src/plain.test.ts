import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromJson, toJson } from './plain.ts'

test('plain data comes back as it was, amounts of any size among it', () => {
  const field = fc.string().filter((name) => name !== '$int' && name !== '__proto__')
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.bigInt(),
      fc.maxSafeInteger(),
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree')),
      fc.dictionary(field, tie('tree'), { noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(tree, (value) => {
      expect(fromJson(toJson(value))).toEqual(value)
    }),
  )
})
