import { expect, test } from 'vitest'
import { signingKeys } from '../secrets.ts'
import { Quotes } from './quotes.ts'

const [first, second] = ['the first secret of these tests, long enough', 'the second secret of these tests, as long']
const under = (tokenSecret: string, tokenSecretOld: string | null = null) =>
  new Quotes(signingKeys({ tokenSecret, tokenSecretOld }, 'quotes'))

test('a quote holds over a change of the secret, until the old one is taken away', () => {
  const of = { siteId: 1, memberId: 7 }
  const text = under(first).sign({
    ...of,
    from: 'BINARY',
    to: 'FUTURES',
    point: 1_000n,
    spreadPpm: 0,
    numerator: 1n,
    denominator: 1_400n,
    issuedAt: 1,
    expiresAt: 2,
  })
  expect(under(second, first).read(text, of)).toMatchObject({ point: 1_000n })
  expect(under(second, first).read(text, { ...of, memberId: 8 })).toBeNull()
  expect(under(second).read(text, of)).toBeNull()
})
